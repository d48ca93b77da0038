-- The web origins that may use a public key, separated by blanks; NULL for all other keys.
ALTER TABLE keys ADD COLUMN origins TEXT;

-- A preflight asks for those of all public keys.
CREATE INDEX public_keys ON keys (id) WHERE origins IS NOT NULL;
