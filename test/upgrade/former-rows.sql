-- Rows of the schema before 20261122000000_one_language: each table, each state, each reason and each kind of stored
-- sentence, as the app wrote them then. Three shops: connected, with a key that the supplier refuses, and disconnected.
-- Secrets are sealed under the keyring {current: "fixture", keys: {fixture: 32 bytes of 7}}. No row is about a real person.

insert into account_salt (id, sealed) values
(1,'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiIqIiwicHVycG9zZSI6ImFjY291bnQtc2FsdCJ9..skEqC8l3oXAG1lDf.gBu7Sonl_fuGeUuM2MSAAZ7lF8eturl8eZwIWOhqpw.Dv2QZ68Eg3uvkAn-crn7hg');

insert into platform_outage (id, since, seen_at) values
(1,'2024-11-21T20:00:00Z','2024-11-21T20:10:00Z');

insert into session (id, shop, state, scope, expires, "isOnline", "accessToken", "refreshToken", "refreshTokenExpires", "accountOwner", collaborator, "emailVerified", "userId", "firstName", "lastName", email, locale) values
('offline_demo-shop.myshopify.com','demo-shop.myshopify.com','','write_products,write_inventory,write_fulfillments,read_orders,write_assigned_fulfillment_orders,write_third_party_fulfillment_orders','2124-11-21T22:57:53.345',false,'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJkZW1vLXNob3AubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJhY2Nlc3MtdG9rZW4ifQ..Z2byNvzgTmk0DnJ-.GJ_tyXJYsW-D9TPE9xHczY5gvYDaiXzOrDmXwtPJzAw.dnR6O0CUGNpr_eCuh5bFaw','eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJkZW1vLXNob3AubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJyZWZyZXNoLXRva2VuIn0..CqtqQ8873hPPJ2yI.of3ZeH2FqkFUCyyUUTm-tB3mExm_dzBSvdIKEmmcuZ8_FB3iwoLVJg.yehWFad0b-tIzS0mWdTjrQ','2125-02-19T21:57:53.345',false,false,false,null,null,null,null,null),
('offline_locked.myshopify.com','locked.myshopify.com','','write_products,write_inventory,write_fulfillments,read_orders,write_assigned_fulfillment_orders,write_third_party_fulfillment_orders','2124-11-21T22:57:53.345',false,'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJsb2NrZWQubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJhY2Nlc3MtdG9rZW4ifQ..41OBwviiZZltTm58.9pr58GwvvlOXrJlEKmWnOIo-oxSJoW6CpoV6mdQ.-8ihWtUcPwgXqNDba_amBQ','eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJsb2NrZWQubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJyZWZyZXNoLXRva2VuIn0..p9__sWIENhoccPwG.Z5QU7xzhP8YKZMDhS6E-xWUTIpBMRJ_6RZ96SaWek_7vIuNjMQ.kzj4IuxQkajxE2m13kQppw','2125-02-19T21:57:53.345',false,false,false,null,null,null,null,null),
('offline_left.myshopify.com','left.myshopify.com','','write_products,write_inventory,write_fulfillments,read_orders,write_assigned_fulfillment_orders,write_third_party_fulfillment_orders','2124-11-21T22:57:53.345',false,'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJsZWZ0Lm15c2hvcGlmeS5jb20iLCJwdXJwb3NlIjoiYWNjZXNzLXRva2VuIn0..BhNtm2oHXgGRuPOV.As8eHzJ3x0Vg5uuSZUkJNcM7WgWa8a-wAAzU.O8QYa0HXgzuGMoU5tXrx3w','eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJsZWZ0Lm15c2hvcGlmeS5jb20iLCJwdXJwb3NlIjoicmVmcmVzaC10b2tlbiJ9..6AE4kemtq0FJB6MH.uYKscVwW3g3QaC_lAev_sfNqly9PZP_qmlsrJuacQ7Tj380.grplb8TcT_0NYzypwnrHxg','2125-02-19T21:57:53.345',false,false,false,null,null,null,null,null),
('demo-shop.myshopify.com_42','demo-shop.myshopify.com','s','read_orders','2024-11-21T22:57:53.345',true,'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJkZW1vLXNob3AubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJhY2Nlc3MtdG9rZW4ifQ..pvdpESfISAeQAaWJ.1gAAbYyxjAEvZW8U-XQSzMw._MVPpEvMjtbzqZiUsyalRA',null,null,true,true,true,42,'Ada','Example','ada@example.com','de');

insert into shop_access (shop, renew_at, lost_at, told_at) values
('demo-shop.myshopify.com','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z'),
('locked.myshopify.com','2024-11-21T21:58:30Z',null,null);

insert into connection (shop, sealed_key, key_start, key_end, account, key_name, key_check, checked_at, generation, check_since, connected_at, key_check_said) values
('demo-shop.myshopify.com','eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJkZW1vLXNob3AubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJ3aG9sZXNhbGUta2V5In0..lLIe0iDeXVOaUHl5.quh_MM5RgRTq_s131QS-1DHk-qcNogiERMtJPfo.Go7mz44lrBHk4Ys7vKNRuA','rk_l','FFJ2','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8','Stockbridge demo-shop.myshopify.com 2024-11-21 8d6068','verified','2024-11-21T21:57:54.071Z',1,'2024-11-21T21:57:53.731Z','2024-11-21T21:57:53.731Z',null),
('locked.myshopify.com','eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiZml4dHVyZSIsInNob3AiOiJsb2NrZWQubXlzaG9waWZ5LmNvbSIsInB1cnBvc2UiOiJ3aG9sZXNhbGUta2V5In0..UnqtZAbdj2BBO5LY.5QCQyZur6FAhROsJO1_DjZi3Ui-OzZJ3xfLfWZoL9A.xOTarXTkjDuO84p5aQyMJQ','rk_l','9QW1','-MCaA8tf7qQM_14qM-Tt9X3sQhvlJukwVs-BFfwozQY','Stockbridge locked.myshopify.com 2024-11-20 77aa01','refused','2024-11-21T21:58:30Z',2,'2024-11-21T20:00:00Z','2024-11-20T09:00:00Z','The platform did not accept the sign-in or the key.');

insert into key_attempt (id, shop, outcome, purpose, key_name, started_at, deadline, came_back_as, released_why) values
('01a20000-0000-7000-8000-000000000600','demo-shop.myshopify.com','stored','connect','Stockbridge demo-shop.myshopify.com 2024-11-21 8d6068','2024-11-20T10:00:00Z','2024-11-21T10:01:00Z',null,null),
('01a20000-0000-7000-8000-000000000601','demo-shop.myshopify.com','refused','connect','Stockbridge demo-shop.myshopify.com 2024-11-20 000001','2024-11-21T10:00:01Z','2024-11-21T10:01:00Z',null,null),
('01a20000-0000-7000-8000-000000000602','demo-shop.myshopify.com','orphaned','connect','Stockbridge demo-shop.myshopify.com 2024-11-20 000002','2024-11-20T10:00:02Z','2024-11-21T10:01:00Z','Renamed there',null),
('01a20000-0000-7000-8000-000000000603','demo-shop.myshopify.com','released','replace','Stockbridge demo-shop.myshopify.com 2024-11-20 000003','2024-11-21T10:00:03Z','2024-11-21T10:01:00Z',null,'replaced'),
('01a20000-0000-7000-8000-000000000604','demo-shop.myshopify.com','settled','connect','Stockbridge demo-shop.myshopify.com 2024-11-20 000004','2024-11-20T10:00:04Z','2024-11-21T10:01:00Z',null,'unusable'),
('01a20000-0000-7000-8000-000000000605','demo-shop.myshopify.com','pending','replace','Stockbridge demo-shop.myshopify.com 2024-11-20 000005','2024-11-21T10:00:05Z','2024-11-21T10:01:00Z',null,null),
('01a20000-0000-7000-8000-000000000606','left.myshopify.com','released','connect','Stockbridge left.myshopify.com 2024-11-20 abc123','2024-11-20T10:00:06Z','2024-11-21T10:01:00Z',null,'uninstalled'),
('01a20000-0000-7000-8000-000000000607','left.myshopify.com','settled','connect','Stockbridge left.myshopify.com 2024-11-20 abc124','2024-11-21T10:00:07Z','2024-11-21T10:01:00Z',null,null);

insert into disconnection (shop, at, why, products) values
('left.myshopify.com','2024-11-21T21:58:30Z','uninstalled','draft');

insert into inbox_entry (id, shop, topic, attempts, event_id, handled_at, subject_id, webhook_id, received_at, triggered_at, failure, next_at) values
('01a2001d-b53f-734b-9fee-55c7c6ef2aad','demo-shop.myshopify.com','orders/paid',1,'72c402b1-c1a8-40a6-8949-f62c1b664790','2024-11-21T21:57:56.751Z','gid://shopify/Order/8000000000022','3429eae5-98d7-4e45-84fd-a9a86abab423','2024-11-21T21:57:56.632Z','2024-11-21T21:57:56.616Z',null,null),
('01a2001d-b533-703b-9fa3-420c876e26e5','demo-shop.myshopify.com','fulfillment_order_notification',1,null,'2024-11-21T21:57:56.712Z',null,'fulfillment_order_notification demo-shop.myshopify.com FULFILLMENT_REQUEST 2024-11-21T21:57','2024-11-21T21:57:56.642Z',null,null,null),
('01a2001d-b52b-712a-93c2-f3d6733111e2','demo-shop.myshopify.com','fulfillment_orders/fulfillment_request_submitted',1,'95701b35-b048-43a5-b03b-79e911fb128e','2024-11-21T21:57:56.699Z','gid://shopify/FulfillmentOrder/8000000000025','d4b59071-a44a-4294-9908-02a41ee694ec','2024-11-21T21:57:56.643Z','2024-11-21T21:57:56.622Z',null,null),
('01a20000-0000-7000-8000-000000000700','demo-shop.myshopify.com','app/uninstalled',0,'event-0',null,'gid://shopify/Order/1','waiting-0','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','token-lost','2024-11-22T00:00:00Z'),
('01a20000-0000-7000-8000-000000000701','demo-shop.myshopify.com','app/scopes_update',1,'event-1',null,'gid://shopify/Order/2','waiting-1','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','shop-gone','2024-11-22T01:00:00Z'),
('01a20000-0000-7000-8000-000000000702','demo-shop.myshopify.com','fulfillment_orders/cancellation_request_submitted',2,'event-2',null,'gid://shopify/Order/3','waiting-2','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','unreachable','2024-11-22T02:00:00Z'),
('01a20000-0000-7000-8000-000000000703','demo-shop.myshopify.com','orders/cancelled',3,'event-3',null,'gid://shopify/Order/4','waiting-3','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','error','2024-11-22T03:00:00Z'),
('01a20000-0000-7000-8000-000000000704','demo-shop.myshopify.com','products/delete',4,'event-4',null,'gid://shopify/Order/5','waiting-4','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',null,'2024-11-22T04:00:00Z');

insert into activity (at, id, kind, said, shop, tone, keep_until, subject_url, subject_label) values
('2024-11-21T21:57:53.731Z','01a2001d-aad6-7678-8034-eda070f39dba','connection.connected','Connected to the platform with the key “Stockbridge demo-shop.myshopify.com 2026-11-21 8d6068”.','demo-shop.myshopify.com','success','2025-02-19T21:57:53.731Z',null,null),
('2024-11-21T21:57:57.441Z','01a2001d-b8c4-70ac-9aee-ad3c0c68a704','orders.placed','Order #1001: The platform took the order (its number ord_000001).','demo-shop.myshopify.com','success','2025-02-19T21:57:57.441Z','/app/orders/01a2001d-b5ab-7067-ba6a-aa8e0f83156b','#1001'),
('2024-11-21T21:58:00.43Z','01a2001d-c40e-752b-b8c2-dd664cfb4668','orders.held','Order #1005 waits. The order has no shipping address. Add one to the order in Shopify, then try again.','demo-shop.myshopify.com','warning','2025-02-19T21:58:00.43Z','/app/orders/01a2001d-c2ea-73d4-8038-4581c495a1a6','#1005'),
('2024-11-21T21:58:00.935Z','01a2001d-c611-7771-9ab0-9ec2136fa191','orders.in-doubt','Order #1006: The platform did not say clearly whether it did what we asked. It may have been ordered. Stockbridge looks it up and does not order again until that is settled.','demo-shop.myshopify.com','critical','2025-02-19T21:58:00.935Z','/app/orders/01a2001d-c52b-75df-81b3-163e7b4d44d4','#1006'),
('2024-11-21T21:58:01.008Z','01a2001d-c63b-752c-b50c-15aba400665a','orders.placed','Order #1006: It was found at the platform (its number ord_000004).','demo-shop.myshopify.com','success','2025-02-19T21:58:01.008Z','/app/orders/01a2001d-c52b-75df-81b3-163e7b4d44d4','#1006'),
('2024-11-21T21:58:19.049Z','01a2001e-0cb2-71e8-a7dd-3116bd4cad9c','orders.held','Order #1009 waits. “Haarbürste Русалка 443, Lavendel”: the platform''s price has risen so far that this order would lose money, or by more than a fifth. Nothing was ordered. Change your price or cancel the order; it goes on by itself if the price falls again.','demo-shop.myshopify.com','warning','2025-02-19T21:58:19.049Z','/app/orders/01a2001e-0bd9-708e-96dd-cd6d0ff11a57','#1009'),
('2024-11-21T21:58:20.551Z','01a2001e-129f-7752-b460-8601eaa29381','orders.placed','Order #1011: The platform took the order (its number ord_000008).','demo-shop.myshopify.com','success','2025-02-19T21:58:20.551Z','/app/orders/01a2001e-10a3-74db-82da-9abfe018dea8','#1011'),
('2024-11-21T21:58:21.108Z','01a2001e-1577-752e-9dac-194ed4d350f2','orders.cancelled','Order #1011: The platform has cancelled it (its number ord_000008).','demo-shop.myshopify.com','info','2025-02-19T21:58:21.108Z','/app/orders/01a2001e-10a3-74db-82da-9abfe018dea8','#1011'),
('2024-11-20T09:00:10Z','01a20000-0000-7000-8000-000000000400','connection.refused','The key “Stockbridge” does not work any more. The platform did not accept the sign-in or the key.','demo-shop.myshopify.com','critical','2025-02-19T09:00:00Z','/app/settings','Settings'),
('2024-11-20T09:00:11Z','01a20000-0000-7000-8000-000000000401','connection.accepted','The platform accepts the key “Stockbridge” again.','demo-shop.myshopify.com','success','2025-02-19T09:00:00Z','/app/settings','Settings'),
('2024-11-20T09:00:12Z','01a20000-0000-7000-8000-000000000402','branding.refused','Your branding was not published. The platform refused the request (it answered 422). Your draft is kept.','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z','/app/branding','Branding'),
('2024-11-20T09:00:13Z','01a20000-0000-7000-8000-000000000403','shop.token-lost','Your shop no longer lets Stockbridge in by itself.','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z',null,null),
('2024-11-20T09:00:14Z','01a20000-0000-7000-8000-000000000404','shop.token-regained','Your shop lets Stockbridge in again.','demo-shop.myshopify.com','success','2025-02-19T09:00:00Z',null,null),
('2024-11-20T09:00:15Z','01a20000-0000-7000-8000-000000000405','orders.news-differs','Order #1001: What the platform tells of its order ord_000001 is not about this order.','demo-shop.myshopify.com','critical','2025-02-19T09:00:00Z','/app/orders/01a2001d-b5ab-7067-ba6a-aa8e0f83156b','#1001'),
('2024-11-20T09:00:16Z','01a20000-0000-7000-8000-000000000406','orders.not-there','Order #1001: The platform took it, and now says that it has no order ord_000001.','demo-shop.myshopify.com','critical','2025-02-19T09:00:00Z','/app/orders/01a2001d-b5ab-7067-ba6a-aa8e0f83156b','#1001'),
('2024-11-20T09:00:17Z','01a20000-0000-7000-8000-000000000407','orders.auto-request-on','Paid orders are requested by Stockbridge from now on.','demo-shop.myshopify.com','info','2025-02-19T09:00:00Z',null,null),
('2024-11-20T09:00:18Z','01a20000-0000-7000-8000-000000000408','orders.auto-request-off','Paid orders are no longer requested by Stockbridge.','demo-shop.myshopify.com','info','2025-02-19T09:00:00Z',null,null),
('2024-11-20T09:00:19Z','01a20000-0000-7000-8000-000000000409','orders.request-refused','Fulfilment of the order #1002 could not be requested. Shopify refused it: no.','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z','shopify:admin/orders/1002','#1002'),
('2024-11-20T09:00:20Z','01a20000-0000-7000-8000-000000000410','catalog.withdrawn','Turned 3 of the platform''s products into drafts, because the shop was disconnected. Shopify refused to change 1: look at your products there.','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z','/app/catalog?show=imported','Catalogue'),
('2024-11-20T09:00:21Z','01a20000-0000-7000-8000-000000000411','catalog.forgotten','1 of the platform''s products in your shop is no longer linked to the platform. Nothing else about them was changed.','demo-shop.myshopify.com','info','2025-02-19T09:00:00Z','/app/catalog?show=imported','Catalogue'),
('2024-11-20T09:00:22Z','01a20000-0000-7000-8000-000000000412','catalog.imported','1 product could not be imported; the catalogue says why.','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z','/app/catalog?show=refused','Catalogue'),
('2024-11-20T09:00:23Z','01a20000-0000-7000-8000-000000000413','tracking.refused','Order #1001: Shopify does not take the platform''s parcel (DHL JD01).','demo-shop.myshopify.com','warning','2025-02-19T09:00:00Z','/app/orders/01a2001d-b5ab-7067-ba6a-aa8e0f83156b','#1001');

insert into catalog_mirror (shop, state, pass, page, read_at, started_at, next_at, attempts, problem, problem_said, cursor) values
('demo-shop.myshopify.com','resting',7,0,'2024-11-21T21:57:54.071Z','2024-11-21T21:57:54.024Z','2024-11-21T22:57:54.071Z',2,'refused','Test the connection on the settings page.',null),
('locked.myshopify.com','reading',1,3,null,'2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',4,'failed','The platform did not answer, or broke off in the middle. Try again in a few minutes.','c3'),
('left.myshopify.com','resting',2,0,null,null,null,0,'not-offered','The platform offers no way to do this from here. Do it on the platform itself.',null);

insert into mirror_page (shop, pass, number, product_ids) values
('demo-shop.myshopify.com',7,0,'{"prd_000000","prd_000001"}');

insert into catalog_settings (shop, markup_percent) values
('demo-shop.myshopify.com',40);

insert into supplier_product (id, hash, name, shop, brand, images, search, options, category, updated_at, discontinued, description_html, gone_at) values
('prd_000000','uOlTEXPaTsnGqQo4IO1WqxpenoQPEUX9IvsnzctDwwk','Haarbürste Русалка 443','demo-shop.myshopify.com','O''Leary','[{"alt":"Haarbürste Русалка 443","url":"https://images.example/prd_000000.svg"},{"alt":"Haarbürste Русалка 443, Lavendel","url":"https://images.example/var_000000_1.svg"},{"alt":"Haarbürste Русалка 443, Zitrone","url":"https://images.example/var_000000_2.svg"}]','haarbürste русалка 443 o''leary nw-000000-01 nw-000000-02 nw-000000-03','{"Scent"}','Körperpflege','2026-05-19T19:19:39Z',false,'<p><strong>Haarbürste Русалка 443</strong> – schön, schlicht &amp; langlebig.</p><ul><li>Spülmaschinenfest</li></ul>',null),
('prd_000001','hash-prd_000001','Becher','demo-shop.myshopify.com',null,'[]','becher','{}','Küche',null,false,'<p>Becher</p>',null),
('prd_000002','hash-prd_000002','Teller','demo-shop.myshopify.com',null,'[]','teller','{}','Küche',null,true,'<p>Teller</p>',null),
('prd_000003','hash-prd_000003','Vase','demo-shop.myshopify.com',null,'[]','vase','{}','Küche',null,false,'<p>Vase</p>','2024-11-21T21:58:30Z');

insert into supplier_variant (id, sku, shop, stock, barcode, options, position, image_url, product_id, price_amount, weight_grams, price_currency) values
('var_000000_1','NW-000000-01','demo-shop.myshopify.com',302,'2990000000019','{"Scent":"Lavendel"}',0,'https://images.example/var_000000_1.svg','prd_000000','6.73',577,'EUR'),
('var_000000_2','NW-000000-02','demo-shop.myshopify.com',252,'2990000000026','{"Scent":"Zitrone"}',1,'https://images.example/var_000000_2.svg','prd_000000','6.86',597,'EUR'),
('var_000000_3','NW-000000-03','demo-shop.myshopify.com',50,'2990000000033','{"Scent":"ohne Duft"}',2,null,'prd_000000','6.87',607,'EUR'),
('var_000001_1','SB-1','demo-shop.myshopify.com',1,null,'{}',0,null,'prd_000001','1.50',null,'EUR'),
('var_000002_1','SB-2','demo-shop.myshopify.com',2,null,'{}',0,null,'prd_000002','2.50',null,'EUR'),
('var_000003_1','SB-3','demo-shop.myshopify.com',3,null,'{}',0,null,'prd_000003','3.50',null,'EUR');

insert into listed_product (shop, state, account, attempts, images_hash, imported_at, content_hash, requested_at, shop_product_id, supplier_product_id, next_at, said, withdrawn) values
('demo-shop.myshopify.com','imported','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',0,'Fy10K0WQ8IAeA0-HEyrgAHRqdeQIDzxWMamshWiAMCs','2024-11-21T21:57:56.577Z','l1fGEPYU0Up6EnZJM3cwKENuneBvPdryq23PIsTWs68','2024-11-21T21:57:56.569Z','gid://shopify/Product/8000000000011','prd_000000',null,null,null),
('demo-shop.myshopify.com','importing','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',3,null,null,null,'2024-11-21T21:58:30Z',null,'prd_000001','2024-11-21T21:58:30Z','Your shop did not answer. Stockbridge tries again by itself.',null),
('demo-shop.myshopify.com','refused','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',1,null,null,null,'2024-11-21T21:58:30Z',null,'prd_000002',null,'Shopify refused it: Title can''t be blank.',null),
('demo-shop.myshopify.com','imported','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',0,null,'2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','gid://shopify/Product/8000000000050','prd_000003',null,null,'keep'),
('left.myshopify.com','imported','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',1,'Fy10K0WQ8IAeA0-HEyrgAHRqdeQIDzxWMamshWiAMCs','2024-11-21T21:57:56.577Z','l1fGEPYU0Up6EnZJM3cwKENuneBvPdryq23PIsTWs68','2024-11-21T21:57:56.569Z','gid://shopify/Product/8000000000011','prd_000004',null,null,'forgotten'),
('left.myshopify.com','imported','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',1,'Fy10K0WQ8IAeA0-HEyrgAHRqdeQIDzxWMamshWiAMCs','2024-11-21T21:57:56.577Z','l1fGEPYU0Up6EnZJM3cwKENuneBvPdryq23PIsTWs68','2024-11-21T21:57:56.569Z','gid://shopify/Product/8000000000011','prd_000005',null,null,'draft'),
('left.myshopify.com','imported','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8',1,'Fy10K0WQ8IAeA0-HEyrgAHRqdeQIDzxWMamshWiAMCs','2024-11-21T21:57:56.577Z','l1fGEPYU0Up6EnZJM3cwKENuneBvPdryq23PIsTWs68','2024-11-21T21:57:56.569Z','gid://shopify/Product/8000000000011','prd_000006',null,null,'zero-stock');

insert into listed_variant (shop, shop_variant_id, inventory_item_id, supplier_product_id, supplier_variant_id) values
('demo-shop.myshopify.com','gid://shopify/ProductVariant/8000000000013','gid://shopify/InventoryItem/8000000000014','prd_000000','var_000000_1'),
('demo-shop.myshopify.com','gid://shopify/ProductVariant/8000000000016','gid://shopify/InventoryItem/8000000000017','prd_000000','var_000000_2'),
('demo-shop.myshopify.com','gid://shopify/ProductVariant/8000000000019','gid://shopify/InventoryItem/8000000000020','prd_000000','var_000000_3'),
('demo-shop.myshopify.com','gid://shopify/ProductVariant/8000000000051','gid://shopify/InventoryItem/8000000000052','prd_000003','var_000003_1');

insert into listed_round (shop, kind, products, since, after, done, refused, drafts, next_at, leased_until, attempts) values
('left.myshopify.com','withdraw','draft','2024-11-21T21:58:30Z','prd_000004',3,1,0,'2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',2),
('demo-shop.myshopify.com','restore',null,'2024-11-21T21:58:30Z',null,1,0,2,'2024-11-21T21:58:30Z',null,0),
('locked.myshopify.com','forget',null,'2024-11-21T21:58:30Z',null,0,0,0,null,null,0);

insert into fulfillment_service (shop, state, attempts, service_id, location_id, callback_url, said, next_at) values
('demo-shop.myshopify.com','ready',0,'gid://shopify/FulfillmentService/8000000000003?id=true','gid://shopify/Location/8000000000002','https://app.example/fulfillment-service',null,null),
('locked.myshopify.com','refused',3,null,null,null,'Shopify refused it: Name has already been taken.',null),
('left.myshopify.com','due',0,null,null,null,null,'2024-11-21T21:58:30Z');

insert into branding_draft (shop, brand_name, logo, primary_color, packing_slip_message, return_address, support_email, support_phone, saved_at, refused_said) values
('locked.myshopify.com','Fjord & Söhne','data:image/svg+xml;base64,PHN2Zy8+','#1a2b3c','Thank you!','Königstraße 12a
50667 Köln','help@example.com','+49 221 1234','2024-11-21T21:58:30Z','The platform refused the request (it answered 422).');

insert into branding_version (id, shop, number, brand_name, logo, primary_color, packing_slip_message, return_address, support_email, support_phone, begun_at, deadline, published_at) values
('01a20000-0000-7000-8000-000000000001','locked.myshopify.com',1,'Fjord & Söhne','data:image/svg+xml;base64,PHN2Zy8+','#1a2b3c','Thanks!','Königstraße 12a
50667 Köln','help@example.com','+49 221 1234','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z'),
('01a20000-0000-7000-8000-000000000002','demo-shop.myshopify.com',3,'Fjord & Söhne','data:image/svg+xml;base64,PHN2Zy8+','#1a2b3c','Thank you!','Königstraße 12a
50667 Köln','help@example.com','+49 221 1234','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z');

insert into ordering_settings (shop, reference_prefix, auto_request_since, paused_at) values
('demo-shop.myshopify.com','SBFA2E464B','2024-11-20T12:00:00Z',null),
('locked.myshopify.com','SBAAAA0001',null,'2024-11-21T21:58:30Z');

insert into supplier_order (id, said, shop, state, tries, reason, next_at, order_id, news_tries, order_name, requested_at, fulfillment_order_id, news_at, placed_at, acceptance, cost_total, news_due_at, cost_currency, branding_version, wholesale_order_id, cancel_requested_at) values
('01a2001e-0bd9-708e-96dd-cd6d0ff11a57','“Haarbürste Русалка 443, Lavendel”: the platform''s price has risen so far that this order would lose money, or by more than a fifth. Nothing was ordered. Change your price or cancel the order; it goes on by itself if the price falls again.','demo-shop.myshopify.com','held',0,'price-rose','2024-11-21T22:58:19.049Z','gid://shopify/Order/8000000000070',0,'#1009','2024-11-21T21:58:18.783Z','gid://shopify/FulfillmentOrder/8000000000073',null,null,null,null,null,null,null,null,null),
('01a2001d-c2ea-73d4-8038-4581c495a1a6','The order has no shipping address. Add one to the order in Shopify, then try again.','demo-shop.myshopify.com','held',0,'no-address','2024-11-21T22:58:00.43Z','gid://shopify/Order/8000000000046',0,'#1005','2024-11-21T21:58:00.046Z','gid://shopify/FulfillmentOrder/8000000000049',null,null,null,null,null,null,null,null,null),
('01a2001d-b5ab-7067-ba6a-aa8e0f83156b',null,'demo-shop.myshopify.com','placed',0,null,null,'gid://shopify/Order/8000000000022',1,'#1001','2024-11-21T21:57:56.712Z','gid://shopify/FulfillmentOrder/8000000000025','2024-11-21T21:57:57.422Z','2024-11-21T21:57:57.441Z','accepted','12.13','2024-11-21T21:58:28.106Z','EUR',3,'ord_000001',null),
('01a2001d-c52b-75df-81b3-163e7b4d44d4',null,'demo-shop.myshopify.com','placed',0,null,null,'gid://shopify/Order/8000000000052',0,'#1006','2024-11-21T21:58:00.718Z','gid://shopify/FulfillmentOrder/8000000000055','2024-11-21T21:58:00.932Z','2024-11-21T21:58:01.008Z','accepted','12.13','2024-11-21T21:58:23.105Z','EUR',null,'ord_000004',null),
('01a2001e-10a3-74db-82da-9abfe018dea8','The platform has cancelled it (its number ord_000008).','demo-shop.myshopify.com','cancelled',0,'cancelled',null,'gid://shopify/Order/8000000000090',0,'#1011','2024-11-21T21:58:20.037Z','gid://shopify/FulfillmentOrder/8000000000093',null,'2024-11-21T21:58:20.551Z','accepted','12.13','2024-11-21T21:58:25.551Z','EUR',null,'ord_000008','2024-11-21T21:58:20.725Z');

insert into supplier_order (id, shop, order_name, order_id, fulfillment_order_id, requested_at, state, reason, said, next_at, cancel_requested_at, tries)
select ('01a20000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'demo-shop.myshopify.com', '#' || n, 'gid://shopify/Order/' || n,
  'gid://shopify/FulfillmentOrder/' || n, '2024-11-20T10:00:00Z'::timestamptz + n * interval '1 second', state, reason, said, next_at::timestamptz, cancel_requested_at::timestamptz, tries
from (values
(9001,'held','not-connected','This shop is not connected to the platform. Connect it on the settings page; the order goes on then.',null,null,0),
(9002,'held','ordering-paused','Ordering is paused for this shop. Resume it on the settings page; the order goes on then.',null,null,0),
(9003,'held','ordering-paused-for-all','Whoever runs Stockbridge for you has paused ordering for all shops. The order goes on by itself when they resume it.',null,null,0),
(9004,'held','not-confirmed','How the platform takes orders is only assumed so far. Whoever runs Stockbridge for you has to compare it with the platform and confirm it; the order goes on by itself then. Nothing was ordered.',null,null,0),
(9005,'held','unpaid','The order is not paid. It goes on once it is: collect the payment, or mark the order as paid in Shopify.',null,null,0),
(9006,'held','on-hold','The fulfilment is on hold in Shopify. Release the hold there; the order goes on then.',null,null,0),
(9007,'held','unlinked-variant','“Becher”, “Teller”: not linked to a product of the platform. Import the product from the catalogue, or fulfil this order yourself. Nothing of it was ordered.',null,null,0),
(9008,'held','account-changed','“Becher”, “Teller”: linked to a product of the account that this shop was connected to before. Say on the settings page whether it is the same product in the account of today; the order goes on then. Nothing of it was ordered.',null,null,0),
(9009,'held','no-sku','“Becher”, “Teller”: has no SKU, and Shopify fulfils nothing without one. Give the variant a SKU in Shopify, then try again.',null,null,0),
(9010,'held','no-quantity','Nothing is left to be fulfilled: every line has been removed or fulfilled otherwise. Cancel this order here, or request fulfilment again in Shopify.',null,null,0),
(9011,'held','no-address','The order has no shipping address. Add one to the order in Shopify, then try again.',null,null,0),
(9012,'held','no-name','The shipping address has no name. Add one to the order in Shopify, then try again.',null,null,0),
(9013,'held','no-street','The shipping address has no street. Add it to the order in Shopify, then try again.',null,null,0),
(9014,'held','no-city','The shipping address has no city. Add it to the order in Shopify, then try again.',null,null,0),
(9015,'held','no-postcode','The shipping address has no postcode. Add it to the order in Shopify, then try again.',null,null,0),
(9016,'held','no-country','The shipping address has no country. Add it to the order in Shopify, then try again.',null,null,0),
(9017,'held','discontinued','“Becher”, “Teller”: the platform no longer sells this. Refund the customer, or fulfil the order yourself.',null,null,0),
(9018,'held','out-of-stock','“Becher”, “Teller”: the platform does not have enough in stock. The order goes on by itself when it has; or cancel it here.',null,null,0),
(9019,'held','price-rose','“Becher”, “Teller”: the platform''s price has risen so far that this order would lose money, or by more than a fifth. Nothing was ordered. Change your price or cancel the order; it goes on by itself if the price falls again.',null,null,0),
(9020,'held','already-ordered','“Becher”, “Teller”: as many pieces as the customer ordered are at the platform already. Nothing more was ordered. Look at the other requests of this order; if one of them is cancelled, this one goes on.',null,null,0),
(9021,'held','refused','The platform refused the request (it answered 422). Nothing was ordered. Mend what it names if you can, then try again.',null,null,0),
(9022,'held','refused','The platform took the order (its number ord_8) and cancelled it at once.',null,null,0),
(9023,'held','rejected','The platform refused the request (it answered 422).','2024-11-21T21:58:30Z',null,1),
(9024,'held','rejected','Shopify refused the request (it answered 404).','2024-11-21T21:58:30Z',null,1),
(9025,'held','rejected','Your shop has not given Stockbridge a permission that it needs. Open Stockbridge in your shop''s admin and accept its permissions.','2024-11-21T21:58:30Z',null,1),
(9026,'held','unreachable','Your shop did not answer. Stockbridge tries again by itself.','2024-11-21T21:58:30Z',null,1),
(9027,'held','unauthorized','Stockbridge can no longer open the key it keeps for this shop. Replace the key on the settings page, which makes a new one.','2024-11-21T21:58:30Z',null,1),
(9028,'ready',null,null,'2024-11-21T21:58:30Z',null,0),
(9029,'ready',null,null,'2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',0),
(9030,'ready','never-sent','The platform did not answer, or broke off in the middle. Try again in a few minutes.','2024-11-21T21:58:30Z',null,1),
(9031,'ready','too-late','It took too long to get here, so nothing was sent.','2024-11-21T21:58:30Z',null,0),
(9032,'ready','key-refused','The platform refuses this shop''s key, so the order waits. Test the connection on the settings page; if the key was deleted on the platform, replace it there.','2024-11-21T21:58:30Z',null,0),
(9033,'ready','asked-to-wait','The platform asks us to wait because it got too many requests. Try again in a minute.','2024-11-21T21:58:30Z',null,2),
(9034,'ready','not-found','The platform surely does not have it, so it is ordered again.','2024-11-21T21:58:30Z',null,0),
(9035,'ready','said-not-ordered','It was not ordered, as you found on the platform.','2024-11-21T21:58:30Z',null,0),
(9036,'ready','token-lost','Your shop does not let Stockbridge in just now. Open Stockbridge in your shop''s admin once; what waits goes on by itself then.','2024-11-21T21:58:30Z',null,1),
(9037,'ready','shop-gone','Stockbridge is not installed in this shop. Install it there, then try again.','2024-11-21T21:58:30Z',null,1),
(9038,'ready','unreachable','The platform has a problem of its own (it answered 503). Try again in a few minutes.','2024-11-21T21:58:30Z',null,1),
(9039,'ready','unreachable','Shopify has a problem of its own (it answered 502). Stockbridge tries again by itself.','2024-11-21T21:58:30Z',null,1),
(9040,'ready','rate-limited','Your shop asks us to wait, because it gets many requests.','2024-11-21T21:58:30Z',null,1),
(9041,'ready','unexpected-reply','Shopify did not understand the request (Field ''x'' doesn''t exist).','2024-11-21T21:58:30Z',null,1),
(9042,'ready','unexpected-reply','The platform answered in a way Stockbridge does not understand (“items” is missing).','2024-11-21T21:58:30Z',null,1),
(9043,'ready','error','Something went wrong on our side. Stockbridge tries again.','2024-11-21T21:58:30Z',null,1),
(9044,'placing',null,null,'2024-11-21T21:58:30Z',null,0),
(9045,'in_doubt','unclear','The platform did not say clearly whether it did what we asked.','2024-11-21T21:58:30Z',null,0),
(9046,'in_doubt','abandoned','Stockbridge stopped in the middle of ordering, perhaps before and perhaps after sending it.','2024-11-21T21:58:30Z',null,0),
(9047,'in_doubt','found-dead','The platform has it (its number ord_9), but as cancelled.',null,null,0),
(9048,'in_doubt','found-different','The platform has an order of this reference (its number ord_9), but with other pieces than we sent.',null,null,0),
(9049,'in_doubt','found-twice','The platform has it more than once (its numbers ord_9, ord_10).',null,null,0),
(9050,'in_doubt','not-found','The platform does not know it so far. It may still turn up; Stockbridge looks again.','2024-11-21T21:58:30Z',null,0),
(9051,'in_doubt','cannot-tell','The lookup did not work. The platform did not answer, or broke off in the middle. Try again in a few minutes.','2024-11-21T21:58:30Z',null,0),
(9075,'cancelled','gone','The request was taken back in Shopify before anything was ordered. Nothing was ordered.',null,null,0),
(9076,'cancelled','not-ours','Shopify assigned this to another location, so it is not ours to fulfil. Nothing was ordered.',null,null,0)
) as numbered (n, state, reason, said, next_at, cancel_requested_at, tries);

insert into supplier_order (id, shop, order_name, order_id, fulfillment_order_id, requested_at, placed_at, cost_total, cost_currency, wholesale_order_id, state, acceptance, next_at, news_due_at, cancel_requested_at, reason, said, seen_to, tries, news_tries)
select ('01a20000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'demo-shop.myshopify.com', '#' || n, 'gid://shopify/Order/' || n,
  'gid://shopify/FulfillmentOrder/' || n, '2024-11-20T10:00:00Z'::timestamptz + n * interval '1 second', '2024-11-21T21:58:30Z', '20.00', 'EUR', 'ord_7', state, acceptance, next_at::timestamptz, news_due_at::timestamptz, cancel_requested_at::timestamptz, reason, said, seen_to, tries, news_tries
from (values
(9052,'placed','due','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',null,null,null,null,0,3),
(9053,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z',null,null,null,0,0),
(9054,'placed','due','2024-11-21T21:58:30Z',null,null,'not-accepted','Shopify refused it: no.',null,0,0),
(9055,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','not-turned-down','Shopify refused it: no.',null,0,0),
(9056,'placed','gone','2024-11-21T21:58:30Z',null,null,'request-gone','The request was taken back in Shopify, but the platform has the order already.',null,0,0),
(9057,'placed','due','2024-11-21T21:58:30Z',null,null,'outcome-unknown','Your shop did not answer. Stockbridge tries again by itself.',null,1,0),
(9058,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','outcome-unknown','The platform did not say clearly whether it did what we asked.',null,1,0),
(9059,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','rejected','Stockbridge sent nothing: how the platform wants to be told this is only assumed so far. Ask whoever runs Stockbridge for you to compare it with the platform and to confirm it (setting WHOLESALE_CONTRACT_CONFIRMED).',null,1,0),
(9060,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','unauthorized','The platform did not accept the sign-in or the key.',null,1,0),
(9061,'placed','accepted','2024-11-21T21:58:30Z',null,'2024-11-21T21:58:30Z','rate-limited','The platform asks us to wait because it got too many requests. Try again in a minute.',null,1,0),
(9062,'placed','accepted',null,null,null,'not-cancelled','The platform refused the request (it answered 422). Its parcel may have left already.',null,0,0),
(9063,'placed','accepted',null,null,null,'news-differs','What the platform tells of its order ord_7 is not about this order: the reference or the pieces differ from what was ordered.',null,0,0),
(9064,'placed','accepted',null,null,null,'news-differs','What the platform tells of its order ord_7 is not about this order: the reference or the pieces differ from what was ordered.','news-differs',0,0),
(9065,'shipped','accepted',null,null,null,'not-there','The platform took it, and now says that it has no order ord_7. Ask the platform about it.',null,0,0),
(9066,'shipped','accepted',null,null,null,'not-there','The platform took it, and now says that it has no order ord_7. Ask the platform about it.','not-there',0,0),
(9067,'placed','accepted',null,null,null,'news-unread','The platform''s news of its order ord_7 cannot be read, so nothing of it reaches Shopify. Stockbridge goes on asking.',null,0,0),
(9068,'partially_shipped','accepted',null,null,null,null,null,null,0,0),
(9069,'partially_shipped','accepted',null,null,null,'rest-cancelled','The platform sent a part of its order ord_7 and cancelled the rest. Refund your customer for what is missing, or send it from elsewhere.',null,0,0),
(9070,'shipped','accepted',null,null,null,null,null,null,0,0),
(9071,'delivered','accepted',null,null,null,null,null,null,0,0),
(9072,'cancelled','withdrawn',null,null,'2024-11-21T21:58:30Z','cancelled','The platform has cancelled its order ord_7, as you wished.',null,0,0),
(9073,'cancelled','withdrawing','2024-11-21T21:58:30Z',null,null,'cancelled-there','The platform has cancelled its order ord_7. Nothing will come of it. Refund your customer, send it from elsewhere, or request fulfilment in Shopify again: that orders it once more.',null,0,0),
(9074,'cancelled','accepted',null,null,null,'cancelled-there','The platform has cancelled its order ord_7. Nothing will come of it.','cancelled-there',0,0),
(9077,'rejected','accepted',null,null,null,'rejected-there','The platform has turned down its order ord_7. Nothing will come of it. Refund your customer.',null,0,0)
) as numbered (n, state, acceptance, next_at, news_due_at, cancel_requested_at, reason, said, seen_to, tries, news_tries);

insert into supplier_order_line (id, sku, shop, title, quantity, variant_id, line_item_id, supplier_order_id, fulfillment_order_line_id) values
('01a2001d-b7bc-7789-8a0c-e184c12f9545','NW-000000-01','demo-shop.myshopify.com','Haarbürste Русалка 443, Lavendel',1,'var_000000_1','gid://shopify/LineItem/8000000000024','01a2001d-b5ab-7067-ba6a-aa8e0f83156b','gid://shopify/FulfillmentOrderLineItem/8000000000026'),
('01a2001d-c5b8-73e3-a8ef-7e636d5dbd02','NW-000000-01','demo-shop.myshopify.com','Haarbürste Русалка 443, Lavendel',1,'var_000000_1','gid://shopify/LineItem/8000000000054','01a2001d-c52b-75df-81b3-163e7b4d44d4','gid://shopify/FulfillmentOrderLineItem/8000000000056'),
('01a2001e-1278-7410-8cce-96e2ac6bad61','NW-000000-01','demo-shop.myshopify.com','Haarbürste Русалка 443, Lavendel',1,'var_000000_1','gid://shopify/LineItem/8000000000092','01a2001e-10a3-74db-82da-9abfe018dea8','gid://shopify/FulfillmentOrderLineItem/8000000000094'),
('01a20000-0000-7000-8000-000000000820','SB-1','demo-shop.myshopify.com','Becher',2,'var_000001_1','gid://shopify/LineItem/9001','01a20000-0000-7000-8000-000000009071','gid://shopify/FulfillmentOrderLineItem/9001');

insert into shop_order_line (shop, ordered, order_id, line_item_id) values
('demo-shop.myshopify.com',1,'gid://shopify/Order/8000000000022','gid://shopify/LineItem/8000000000024'),
('demo-shop.myshopify.com',1,'gid://shopify/Order/8000000000052','gid://shopify/LineItem/8000000000054'),
('demo-shop.myshopify.com',1,'gid://shopify/Order/8000000000090','gid://shopify/LineItem/8000000000092');

insert into order_attempt (id, shop, turn, lines, account, deadline, reference, generation, started_at, key_generation, supplier_order_id) values
('01a2001d-b7f3-77a8-b68e-17ed2cb631c7','demo-shop.myshopify.com',1,'[{"quantity":1,"variantId":"var_000000_1"}]','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8','2024-11-21T21:58:17.082Z','SBFA2E464B-8000000000025-1',1,'2024-11-21T21:57:57.082Z',1,'01a2001d-b5ab-7067-ba6a-aa8e0f83156b'),
('01a2001d-c5d1-701f-9986-760e1b56a51d','demo-shop.myshopify.com',1,'[{"quantity":1,"variantId":"var_000000_1"}]','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8','2024-11-21T21:58:20.84Z','SBFA2E464B-8000000000055-1',1,'2024-11-21T21:58:00.84Z',1,'01a2001d-c52b-75df-81b3-163e7b4d44d4'),
('01a2001e-127f-702e-9493-71cc9e71486e','demo-shop.myshopify.com',1,'[{"quantity":1,"variantId":"var_000000_1"}]','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8','2024-11-21T21:58:40.475Z','SBFA2E464B-8000000000093-1',1,'2024-11-21T21:58:20.475Z',1,'01a2001e-10a3-74db-82da-9abfe018dea8'),
('01a20000-0000-7000-8000-000000000800','demo-shop.myshopify.com',2,'[{"variantId":"var_000001_1","quantity":2},{"variantId":"var_000002_1","quantity":1}]','IKT0X89JjYRdcTi2Bp4xoI2swoyg5J2fKZHVVYl-FV8','2024-11-21T21:58:50Z','SBFA2E464B-9-3',3,'2024-11-21T21:58:30Z',1,'01a20000-0000-7000-8000-000000009071'),
('01a20000-0000-7000-8000-000000000801','demo-shop.myshopify.com',1,'[]',null,'2024-11-21T21:58:30Z','SBFA2E464B-9-1',1,'2024-11-20T21:58:30Z',1,'01a20000-0000-7000-8000-000000009071');

insert into order_attempt_outcome (at, id, kind, said, shop, attempt_id, wholesale_order_id) values
('2024-11-21T21:57:57.441Z','01a2001d-b863-733b-912d-bec137e337d1','placed','The platform took the order (its number ord_000001).','demo-shop.myshopify.com','01a2001d-b7f3-77a8-b68e-17ed2cb631c7','ord_000001'),
('2024-11-21T21:58:00.935Z','01a2001d-c601-71b1-b82c-ae0a8ea38c57','unclear','The platform did not say clearly whether it did what we asked.','demo-shop.myshopify.com','01a2001d-c5d1-701f-9986-760e1b56a51d',null),
('2024-11-21T21:58:01.008Z','01a2001d-c632-76fe-a3cf-75f9c7af2bcf','found','It was found at the platform (its number ord_000004).','demo-shop.myshopify.com','01a2001d-c5d1-701f-9986-760e1b56a51d','ord_000004'),
('2024-11-21T21:58:20.551Z','01a2001e-128b-760d-9892-8a9696f3942d','placed','The platform took the order (its number ord_000008).','demo-shop.myshopify.com','01a2001e-127f-702e-9493-71cc9e71486e','ord_000008'),
('2024-11-21T22:00:10Z','01a20000-0000-7000-8000-000000000810','never-sent','The platform did not answer.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:11Z','01a20000-0000-7000-8000-000000000811','too-late','It took too long to get here, so nothing was sent.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:12Z','01a20000-0000-7000-8000-000000000812','key-refused','The platform did not accept the sign-in or the key.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:13Z','01a20000-0000-7000-8000-000000000813','asked-to-wait','The platform asks us to wait because it got too many requests. Try again in a minute.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:14Z','01a20000-0000-7000-8000-000000000814','refused','The platform refused the request (it answered 422).','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:15Z','01a20000-0000-7000-8000-000000000815','abandoned','Stockbridge stopped in the middle of ordering.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:16Z','01a20000-0000-7000-8000-000000000816','found-dead','The platform has it (its number ord_9), but as cancelled.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800','ord_9'),
('2024-11-21T22:00:17Z','01a20000-0000-7000-8000-000000000817','found-different','The platform has an order of this reference (its number ord_9).','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800','ord_9'),
('2024-11-21T22:00:18Z','01a20000-0000-7000-8000-000000000818','found-twice','The platform has it more than once.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800','ord_9'),
('2024-11-21T22:00:19Z','01a20000-0000-7000-8000-000000000819','not-found','The platform does not know it so far.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:20Z','01a20000-0000-7000-8000-000000000820','cannot-tell','The lookup did not work.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:21Z','01a20000-0000-7000-8000-000000000821','said-not-ordered','It was not ordered, as you found on the platform.','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800',null),
('2024-11-21T22:00:22Z','01a20000-0000-7000-8000-000000000822','said-ordered','It was ordered, as you found it on the platform (its number ord_7).','demo-shop.myshopify.com','01a20000-0000-7000-8000-000000000800','ord_7');

insert into shipment (id, shop, supplier_order_id, wholesale_shipment_id, carrier, tracking_number, lines, shipped_at, news_at, tries, state, said, asked, fulfillment_id, tracking_url, next_at, leased_until) values
('01a20000-0000-7000-8000-000000000901','demo-shop.myshopify.com','01a2001d-b5ab-7067-ba6a-aa8e0f83156b','shp_1','DHL','JD01','[{"variantId":"var_000000_1","quantity":1},{"variantId":"var_000000_9","quantity":2}]','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',3,'refused','Shopify does not take the platform''s parcel (DHL JD01). Shopify refused it: no. See to it in Shopify yourself, so that your customer is told.','{"number":"JD01","lines":[{"id":"gid://shopify/FulfillmentOrderLineItem/8000000000026","lineItemId":"gid://shopify/LineItem/8000000000024","quantity":1}],"beside":["gid://shopify/Fulfillment/9"]}',null,null,null,null),
('01a20000-0000-7000-8000-000000000902','demo-shop.myshopify.com','01a2001d-b5ab-7067-ba6a-aa8e0f83156b','shp_2','DHL','JD02','[]','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z',0,'told',null,null,'gid://shopify/Fulfillment/1','https://track.example/JD02',null,null),
('01a20000-0000-7000-8000-000000000903','demo-shop.myshopify.com','01a2001d-b5ab-7067-ba6a-aa8e0f83156b','shp_3','DHL','JD03','[]',null,'2024-11-21T21:58:30Z',1,'due','Your shop did not answer. Stockbridge tries again by itself.',null,null,null,'2024-11-21T21:58:30Z','2024-11-21T21:58:30Z');

insert into order_reconciliation (shop, compared_until, began_at, cursor, next_at, tries) values
('demo-shop.myshopify.com','2024-11-21T21:58:30Z','2024-11-21T21:58:30Z','c2','2024-11-21T21:58:30Z',3);

insert into told_mismatch (shop, subject, told_at) values
('demo-shop.myshopify.com','platform:ord_000404','2024-11-21T21:58:30Z'),
('demo-shop.myshopify.com','shop:gid://shopify/Order/404','2024-11-21T21:58:30Z');
