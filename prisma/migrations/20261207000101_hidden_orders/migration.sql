-- Orders that wait for the merchant's own request, so that the warning about one ends with its wait.
ALTER TABLE "request_poll" ADD COLUMN "hidden_orders" TEXT[] DEFAULT ARRAY[]::TEXT[];
