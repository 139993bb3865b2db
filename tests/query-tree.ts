// What PostgreSQL makes of the text of a statement: its own tree, as it keeps that of a function's body, and what
// Citus refuses of it over tables that are spread over machines. See refused-by-citus.db.test.ts.

/** A node by its name and fields, a list, or a word; null is absent. */
export type Tree = Node | readonly Tree[] | string | null
type Node = { readonly node: string; readonly of: Readonly<Record<string, Tree>> }

const word = /\s*([{}()]|<>|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\]|\\.)+)/gy

/** `pg_node_tree` as text, taken apart. */
export const readTree = (text: string): Tree => {
  const words = [...text.matchAll(word)].map((match) => match[1] ?? '')
  let at = 0
  const list = (end: ')' | '}'): Tree[] => {
    const found: Tree[] = []
    while (words[at] !== end) found.push(value())
    at += 1
    return found
  }
  const node = (): Node => {
    const name = words[at] ?? ''
    at += 1
    const of: Record<string, Tree> = {}
    while (words[at] !== '}') {
      const field = words[at] ?? ''
      at += 1
      of[field.slice(1)] = value()
      // What is left of a constant: its bytes.
      while (words[at] !== '}' && words[at]?.startsWith(':') !== true) value()
    }
    at += 1
    return { node: name, of }
  }
  const value = (): Tree => {
    const one = words[at] ?? ''
    at += 1
    return one === '{' ? node() : one === '(' ? list(')') : one === '<>' ? null : one
  }
  return value()
}

const isNode = (tree: Tree | undefined): tree is Node =>
  tree !== null && tree !== undefined && typeof tree === 'object' && 'node' in tree
const listOf = (tree: Tree | undefined): readonly Tree[] => (Array.isArray(tree) ? (tree as Tree[]) : [])
const nodesOf = (tree: Tree | undefined): Node[] => listOf(tree).filter(isNode)
const numberOf = (tree: Tree | undefined): number => Number(tree)
const said = (tree: Tree | undefined): boolean =>
  tree !== undefined && tree !== null && tree !== 'false' && tree !== '0'

/** Every node below, itself first; `deeper`: how many queries stand between. */
function* below(tree: Tree | undefined, deeper = 0): Generator<{ node: Node; deeper: number }> {
  if (isNode(tree)) {
    yield { node: tree, deeper }
    for (const part of Object.values(tree.of))
      yield* below(part, deeper + (isNode(part) && part.node === 'QUERY' ? 1 : 0))
  } else if (Array.isArray(tree))
    for (const part of tree as readonly Tree[])
      yield* below(part, deeper + (isNode(part) && part.node === 'QUERY' ? 1 : 0))
}

/** As PostgreSQL numbers them. */
const kinds = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6 } as const
const joins = { left: 1, full: 2, right: 3 } as const

export type Known = {
  /** Tables that are spread, and views over them, by OID. */
  readonly spread: ReadonlySet<number>
  /** Functions whose answer may change, by OID. */
  readonly mutable: ReadonlySet<number>
}

const kindOf = (rte: Node): number => numberOf(rte.of['rtekind'])

/** Reads a spread table; what a CTE reads belongs to the CTE. */
const readsSpread = (tree: Tree | undefined, { spread }: Known): boolean =>
  [...below(tree)].some(
    ({ node }) =>
      node.node === 'RANGETBLENTRY' &&
      kindOf(node) === kinds.relation &&
      spread.has(numberOf(node.of['relid'])),
  )

/** Needs all rows of a query in one place. */
const gathers = ({ of }: Node): boolean =>
  said(of['limitCount']) ||
  said(of['limitOffset']) ||
  said(of['havingQual']) ||
  (said(of['hasAggs']) && listOf(of['groupClause']).length === 0) ||
  listOf(of['groupClause']).length > 0 ||
  listOf(of['distinctClause']).length > 0 ||
  nodesOf(of['windowClause']).some((window) => listOf(window.of['partitionClause']).length === 0)

/** PostgreSQL makes it part of the query around it, so that what stands in its FROM stands there. */
const dissolves = (query: Node): boolean =>
  !gathers(query) &&
  listOf(query.of['sortClause']).length === 0 &&
  !isNode(query.of['setOperations']) &&
  listOf(query.of['cteList']).length === 0

/** The subquery that stays when those around it have become part of the query. */
const staying = (query: Node): Node => {
  const only = nodesOf(query.of['rtable'])
  const [inner] = only
  return dissolves(query) && only.length === 1 && inner !== undefined && isNode(inner.of['subquery'])
    ? staying(inner.of['subquery'])
    : query
}

/** Speaks of columns of these tables of the query around it. */
const speaksOf = (query: Node, tables: ReadonlySet<number>): boolean =>
  [...below(query)].some(
    ({ node, deeper }) =>
      node.node === 'VAR' &&
      numberOf(node.of['varlevelsup']) === deeper + 1 &&
      tables.has(numberOf(node.of['varno'])),
  )

/** Why Citus refuses a statement over several devices; empty: it does not. */
export const refusals = (tree: Tree, known: Known): string[] => {
  const found: string[] = []
  for (const { node } of below(tree)) {
    if (node.node !== 'QUERY' || !readsSpread(node, known)) continue
    const { of } = node
    if (said(of['hasRecursive'])) found.push('WITH RECURSIVE')
    if (listOf(of['rowMarks']).length > 0 && readsSpread(of['rtable'], known)) found.push('rows are locked')
    if (listOf(of['groupingSets']).length > 0) found.push('sums in sets')
    const tables = nodesOf(of['rtable'])
    const spread = new Set(
      tables.flatMap((rte, index) =>
        kindOf(rte) !== kinds.join && kindOf(rte) !== kinds.cte && readsSpread(rte, known) ? [index + 1] : [],
      ),
    )
    const whole = new Set(
      tables.flatMap((rte, index) =>
        kindOf(rte) === kinds.join || spread.has(index + 1) ? [] : [index + 1],
      ),
    )
    if (spread.size === 0) {
      // It stands in SELECT or WHERE.
      if (
        whole.size > 0 &&
        [...below([of['targetList'] ?? null, of['jointree'] ?? null])].some(
          ({ node: link }) => link.node === 'SUBLINK' && readsSpread(link, known),
        )
      )
        found.push('a subquery for each row of a list')
      continue
    }
    for (const rte of tables) {
      if (said(rte.of['tablesample'])) found.push('a sample')
      const call = [...below(rte.of['functions'])].find(({ node: part }) => part.node === 'FUNCEXPR')
      if (
        kindOf(rte) === kinds.function &&
        call !== undefined &&
        known.mutable.has(numberOf(call.node.of['funcid']))
      )
        found.push('a list by a function whose answer may change')
      const query = rte.of['subquery']
      if (!isNode(query) || !said(rte.of['lateral']) || !readsSpread(query, known)) continue
      const stays = staying(query)
      if (gathers(stays) && speaksOf(query, whole)) found.push('a limit or a sum for each row of a list')
    }
    const namedIn = (side: Tree | undefined): number[] =>
      [...below(side)].flatMap(({ node: part, deeper }) =>
        part.node === 'RANGETBLREF' && deeper === 0 ? [numberOf(part.of['rtindex'])] : [],
      )
    for (const { node: join, deeper } of below(of['jointree'])) {
      if (join.node !== 'JOINEXPR' || deeper > 0) continue
      const type = numberOf(join.of['jointype'])
      const [left, right] = [namedIn(join.of['larg']), namedIn(join.of['rarg'])]
      const kept = type === joins.right ? right : left
      const other = type === joins.right ? left : right
      if (type < joins.left || type > joins.right) continue
      const alone = (side: number[]): boolean => !side.some((index) => spread.has(index))
      if ((alone(kept) && !alone(other)) || (type === joins.full && alone(other) && !alone(kept)))
        found.push('a list whose rows stay without readings')
    }
  }
  return found
}
