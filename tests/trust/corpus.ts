/** What PostgreSQL cannot keep, screens cannot show, or readers are misled by: to be refused wherever a text may stand. */
export const unsafeTexts: readonly (readonly [what: string, text: string])[] = [
  ['NUL', 'a\0b'],
  ['a control character', 'a\u0007b'],
  ['a line break', 'a\nb'],
  ['a lone high surrogate', 'a\ud83db'],
  ['a lone low surrogate', 'a\udc00b'],
  ['a right-to-left override', 'a\u202egnp.exe'],
  ['a bidirectional isolate', 'a\u2067b\u2069'],
  ['a zero-width space', 'a\u200bb'],
  ['a zero-width joiner', 'a\u200db'],
  ['a byte order mark', 'a\ufeffb'],
]

/** Strange, but texts: kept in their composed form or refused, never a fault. */
export const strangeTexts = [
  'e\u0301',
  '\u00e9',
  '\u212b',
  '\u1e9b\u0323',
  '\u2126',
  '\ufb01',
  '👩‍👩‍👧‍👦',
  '🇨🇳',
  'İ',
  'ß',
  '光伏电站',
  'ａｂｃ１２３',
  '\u{20bb7}\u{20bb7}',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '\u00a0',
  '\u3000',
  '\ue000',
  '\uffff',
] as const

export const unicodeTexts: readonly string[] = [...unsafeTexts.map(([, text]) => text), ...strangeTexts]

/** What breaks out of SQL, LIKE, a shell, a template or a path when somebody forgot a parameter. */
export const injections = [
  "' OR '1'='1",
  "'; DROP TABLE station; --",
  "') UNION SELECT password_hash FROM account --",
  '" OR ""="',
  '1; SELECT pg_sleep(5)',
  '%',
  '_',
  '%%',
  '\\',
  "\\'",
  '$1',
  ':name',
  '$$x$$',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '{{7*7}}',
  '${7*7}',
  '<script>1</script>',
  'a\tb',
] as const
