-- A door may be open for several shops, separated by commas; a shop's name holds none. An empty setting admits nobody.
-- The comparison with one shop comes first: it is the usual case, and taking a list apart for each row costs twice as much.
CREATE OR REPLACE FUNCTION stockbridge_may_see(row_shop text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN row_shop = nullif(current_setting('stockbridge.shop', true), '')
    OR nullif(current_setting('stockbridge.system', true), '') IS NOT NULL
    OR row_shop = ANY (string_to_array(nullif(current_setting('stockbridge.shop', true), ''), ','));
