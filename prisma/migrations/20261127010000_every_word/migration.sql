-- A search takes the beginning of a word for the words that begin so: all are kept now but those that begin with a digit. The
-- next run reads every product anew (reading-version.ts), for what an older process writes meanwhile.
ALTER TABLE "supplier_word" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_find" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "supplier_word" ("shop", "word", "reversed")
SELECT DISTINCT "shop", substr(term, 7), reverse(substr(term, 7)) FROM "supplier_find", unnest(tsvector_to_array("terms")) AS term
WHERE substr(term, 7) !~ '^[0-9]'
ON CONFLICT DO NOTHING;
ALTER TABLE "supplier_find" FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_word" FORCE ROW LEVEL SECURITY;
