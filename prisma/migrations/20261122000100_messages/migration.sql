-- Rows keep codes with parameters, and the words are made when they are read (app/messages). A sentence that was stored
-- before is kept, as {code: "earlier-message", text} where it stood alone, and as {text} beside a code.

-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- ---- Connection

-- ---- Activity

-- ---- Orders

-- ---- Parcels

-- ---- Catalog

-- ---- Branding

SELECT set_config('stockbridge.system', '', true);
