-- Entries of older versions hold the addresses of webhooks with their passwords; the log shows them as the program does.
-- A password stands between the first colon and the last @ before the host ends.
UPDATE audit
   SET detail = jsonb_set(detail, '{url}', to_jsonb(regexp_replace(detail ->> 'url',
         '^(\s*[A-Za-z]+:[/\\]*[^:/?#\\]*:)[^/?#\\]*@', '\1***@')))
 WHERE action LIKE 'webhook.%' AND jsonb_typeof(detail -> 'url') = 'string'
   AND detail ->> 'url' ~ '^\s*[A-Za-z]+:[/\\]*[^:/?#\\]*:[^/?#\\]*@';
