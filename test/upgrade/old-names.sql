-- Rows with every column and code that the migration plain_names renames, in the schema before it.
insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, reason_params,
  acknowledged_reason, supplier_order_id, requested_at)
select ('01a30000-0000-7000-8000-0000000000' || lpad(number::text, 2, '0'))::uuid, 'demo-shop.myshopify.com',
  'gid://shopify/FulfillmentOrder/' || number, 'gid://shopify/Order/' || number, '#' || number, state, reason, params::jsonb,
  acknowledged, 'W-' || number, '2026-11-20T10:00:00Z'::timestamptz + make_interval(mins => number)
from (values
  (1, 'cancelled', 'cancelled', '{"number": "W-1"}', null),
  (2, 'cancelled', 'cancelled-there', '{"number": "W-2"}', 'cancelled-there'),
  (3, 'cancelled', 'cancelled-unsent', null, null),
  (4, 'cancelled', 'alive-there', '{"number": "W-4"}', null),
  (5, 'rejected', 'rejected-there', '{"number": "W-5"}', null),
  (6, 'partially_shipped', 'rest-cancelled', '{"number": "W-6"}', 'rest-cancelled'),
  (7, 'placed', 'not-cancelled', '{"explanation": {"code": "orders.not-cancelled.rejected", "number": "W-7", "status": "shipped"}}', null),
  (8, 'placed', 'second-there', '{"number": "W-8", "other": "W-80"}', null),
  (9, 'shipped', 'parcel-not-shown', '{"parcels": 2}', null),
  (10, 'in_doubt', 'found-dead', '{"number": "W-10", "status": "cancelled"}', null),
  (11, 'held', 'still-waiting', '{"explanation": {"code": "earlier-message", "text": "They wrote \"code\": \"orders.reason.cancelled\" and \"parcel\": 1."}}', null),
  (12, 'cancelled', null, null, null)
) as given (number, state, reason, params, acknowledged);

insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity, cancelled)
values ('01a30000-0000-7000-8000-000000000101', 'demo-shop.myshopify.com', '01a30000-0000-7000-8000-000000000006', 'L1', 'F1', 'V1', 'SKU', 'Lamp', 3, 2);
insert into order_attempt (id, shop, order_id, reference, generation, turn, key_generation, lines, started_at, deadline)
values ('01a30000-0000-7000-8000-000000000201', 'demo-shop.myshopify.com', '01a30000-0000-7000-8000-000000000010', 'R', 1, 1, 1, '[]', now(), now());
insert into order_attempt_outcome (id, shop, attempt_id, kind, params, at) values
  ('01a30000-0000-7000-8000-000000000301', 'demo-shop.myshopify.com', '01a30000-0000-7000-8000-000000000201', 'found-dead',
    '{"number": "W-10", "status": "cancelled"}', now()),
  ('01a30000-0000-7000-8000-000000000302', 'demo-shop.myshopify.com', '01a30000-0000-7000-8000-000000000201', 'cannot-tell',
    '{"explanation": {"code": "orders.not-cancelled.shipped", "number": "W-10"}}', now());

insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, problem, requested)
select ('01a30000-0000-7000-8000-0000000004' || lpad(number::text, 2, '0'))::uuid, 'demo-shop.myshopify.com',
  '01a30000-0000-7000-8000-000000000009', 'S' || number, '[]', 'failed', problem::jsonb, requested::jsonb
from (values
  (1, '{"code": "parcels.nothing-left", "parcel": {"code": "parcels.numbered", "number": "DHL 1"}}',
    '{"number": null, "lines": [], "beside": ["gid://shopify/Fulfillment/9"]}'),
  (2, '{"code": "parcels.cancelled-in-shop", "parcel": {"code": "parcels.unnumbered"}}', null),
  (3, '{"code": "parcels.on-hold", "parcel": {"code": "parcels.unnumbered"}}', null),
  (4, '{"code": "parcels.rejected", "parcel": {"code": "parcels.unnumbered"}, "problem": {"code": "earlier-message", "text": "No."}}', null),
  (5, '{"code": "parcels.waits-for-acceptance", "parcel": {"code": "parcels.unnumbered"}}', null),
  (6, '{"code": "parcels.not-found-yet", "parcel": {"code": "parcels.unnumbered"}}', null)
) as given (number, problem, requested);

insert into activity (id, shop, kind, tone, message, at, keep_until)
select ('01a30000-0000-7000-8000-0000000005' || lpad(number::text, 2, '0'))::uuid, 'demo-shop.myshopify.com', kind, 'warning',
  message::jsonb, '2026-11-20T10:00:00Z'::timestamptz + make_interval(mins => number), now() + interval '1 year'
from (values
  (1, 'orders.cancelled', '{"code": "orders.reason.cancelled", "number": "W-1"}'),
  (2, 'orders.not-cancelled',
    '{"code": "orders.activity.not-cancelled", "order": "#1", "what": {"code": "orders.not-cancelled.shipped", "number": "W-1"}}'),
  (3, 'orders.mismatch', '{"code": "orders.mismatch.over-here", "order": "#1", "number": "W-1"}'),
  (4, 'orders.mismatch', '{"code": "orders.mismatch.waits-here", "order": "#1", "number": "W-1"}'),
  (5, 'orders.mismatch', '{"code": "orders.mismatch.beside", "order": "#1", "number": "W-1"}'),
  (6, 'orders.mismatch', '{"code": "orders.mismatch.cancelled-unknown", "order": "#1"}'),
  (7, 'tracking.failed', '{"code": "parcels.activity", "order": "#1", "problem": {"code": "parcels.on-hold", "parcel": {"code": "parcels.unnumbered"}}}'),
  (8, 'orders.rejected', '{"code": "orders.reason.rejected-there", "number": "W-1"}')
) as given (number, kind, message);

insert into recorded_mismatch (shop, subject, recorded_at) values
  ('demo-shop.myshopify.com', 'cancelled:gid://shopify/FulfillmentOrder/1', now());
insert into import_run (id, shop, state, selection, options, total, requested_at)
values ('01a30000-0000-7000-8000-000000000601', 'demo-shop.myshopify.com', 'cancelled', 'products', '{}', 1, now());
insert into price_approval (shop, supplier_variant_id, supplier_product_id, cost_before, cost, price, state, since)
select 'demo-shop.myshopify.com', 'V' || number, 'P', '1', '2', '3', state, now()
from unnest(array['waiting', 'approved', 'left']) with ordinality as given (state, number);
insert into product_link (shop, supplier_product_id, state, requested_at, kept, intended) values
  ('demo-shop.myshopify.com', 'P', 'imported', now(), '{"title": "Lamp"}', '{"fields": {"title": "Lamp"}, "variants": {}}');
insert into variant_link (shop, supplier_variant_id, supplier_product_id, shop_variant_id, inventory_item_id, price, restore, unowned)
values ('demo-shop.myshopify.com', 'V1', 'P', 'SV1', 'I1', '12.00', '{"price": "9.00"}', '{"cost": "4.00"}');
insert into catalog_change (id, shop, supplier_product_id, field, old, new, at)
select gen_random_uuid(), 'demo-shop.myshopify.com', 'P', field, null, new, at::timestamptz from (values
  ('status', 'DRAFT', '2026-11-20T10:00:00Z'), ('status', 'UNLISTED', '2026-11-21T10:00:00Z'),
  ('title', 'Mine', '2026-11-20T10:00:00Z'), ('descriptionHtml', 'Long', '2026-11-20T10:00:00Z')) as given (field, new, at);
insert into ordering_settings (shop, reference_prefix, doubts, doubted_at)
values ('demo-shop.myshopify.com', 'sb-old', 2, '2026-11-20T10:00:00Z');
insert into supplier_doubt (next_try_at, tries) values ('2026-11-20T10:00:00Z', 3);
insert into supplier_find (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, first_seen, terms)
values ('demo-shop.myshopify.com', 'P', 'lamp', 1, true, false, now(), 'lamp');
insert into supplier_word (shop, word, reversed) values ('demo-shop.myshopify.com', 'lamp', 'pmal');
