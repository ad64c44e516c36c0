-- A product that the shop may have already, and that only the merchant can link.
ALTER TABLE "product_link" DROP CONSTRAINT "product_link_state";
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_state"
  CHECK ("state" IN ('importing', 'imported', 'skipped', 'needs-linking'));
ALTER TABLE "product_link" DROP CONSTRAINT "product_link_problem";
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_problem"
  CHECK ("state" NOT IN ('skipped', 'needs-linking') OR "problem" IS NOT NULL);
