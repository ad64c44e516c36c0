-- What a merchant hands back is nobody's as it stands; what they change before we write there is theirs.
ALTER TABLE "variant_link" ADD COLUMN "unowned" JSONB NOT NULL DEFAULT '{}';
