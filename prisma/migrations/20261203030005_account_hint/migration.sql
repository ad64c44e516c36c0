-- A part of the reseller account's e-mail as a JWE, by which the merchant recognizes it. Null for older connections.
ALTER TABLE "connection" ADD COLUMN "sealed_account" TEXT;
