#!/bin/sh
# The Postgres image runs this once, on an empty volume. The owner of Stockbridge's database is no superuser, because
# forced row-level security does not apply to superusers.
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role stockbridge login createrole password :'password';
create database stockbridge owner stockbridge;
SQL
