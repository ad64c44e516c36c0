-- Events of an order that has no attempt yet: a cancellation before it was sent, and an earlier request.
ALTER TABLE "supplier_order" ADD COLUMN     "history" JSONB NOT NULL DEFAULT '[]';
