-- "supplier_order_unshipped" takes its place: the page has a group of its own for shipped orders.
DROP INDEX IF EXISTS "supplier_order_open";
