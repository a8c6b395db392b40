import { globSync } from 'node:fs'
import { join } from 'node:path'

/** A fault that somebody could make: one change of one file, and the files of tests of which one has to see it. */
export interface Fault {
  readonly name: string
  readonly file: string
  /** Stands in the file once. */
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
  /** A pattern of the names of the tests that see it, where the whole file takes long. */
  readonly only?: string
}

/** Tests of the whole product, wherever below `app` they stand. */
const walks = (...names: string[]) => names.flatMap((name) => globSync(`app/{server,test/*}/${name}.test.ts`, { cwd: join(import.meta.dirname, '../..') }))

/** Of each thing that the walks over entities and operations are there to see, one fault at least. */
export const faults: readonly Fault[] = [
  {
    name: 'The right is removed from the operations of every entity',
    file: 'kit/server/http/resource-routes.ts',
    find: "access: rights[verb] ?? 'session', answer: messageAnswer }",
    replace: "access: 'session', answer: messageAnswer }",
    tests: walks('every-entity'),
    only: 'what the kit makes for every entity',
  },
  {
    name: 'One operation takes another right than its entity names',
    file: 'kit/server/http/resource-routes.ts',
    find: "operation('PUT', '/bulk', 'update'",
    replace: "operation('PUT', '/bulk', 'read'",
    tests: walks('every-entity'),
    only: 'what the kit makes for every entity',
  },
  {
    name: 'A right is given to a role that does not have it',
    file: 'areas/organisation/contract/rights.ts',
    find: "'perimeter.delete': globalPilots,",
    replace: "'perimeter.delete': pilots,",
    tests: walks('every-entity'),
    only: 'rights of each role',
  },
  {
    name: 'The gate lets in whoever lacks the right',
    file: 'kit/server/access/authorize.ts',
    find: "  if (right !== 'session' && !who.rights.has(right)) throw",
    replace: "  if (right === 'session' && !who.rights.has(right) && who.rights.size === 0) throw",
    tests: walks('reach'),
    only: 'contributor of another perimeter.*learns nothing',
  },
  {
    name: 'The rights of a feature that an organisation lacks are left to it',
    file: 'areas/catalog/contract/rights.ts',
    find: "    'threat.write',\n    'supporting_asset_model.write',\n    'business_value_model.write',\n    'risk_model.write',\n    'risk_matrix.write',\n",
    replace: "    'supporting_asset_model.write',\n    'business_value_model.write',\n    'risk_model.write',\n    'risk_matrix.write',\n",
    tests: walks('features'),
    only: 'pages of CATALOG',
  },
  {
    name: 'Filters are ignored',
    file: 'kit/server/data/sql/list-query-sql.ts',
    find: '...query.filters.map((f) => filterCondition(resource, f, row, who)), searched]',
    replace: 'searched]',
    tests: walks('isolation'),
    only: 'no list, filter, option',
  },
  {
    name: 'A filter reads numbers that are none',
    file: 'kit/server/data/sql/list-query-sql.ts',
    find: "    if (typeof o !== 'number' || !Number.isSafeInteger(o)) throw wrong()\n    return o\n",
    replace: '    return wrong === undefined ? 0 : o\n',
    tests: walks('every-shape'),
    only: 'lists',
  },
  {
    name: 'Lists are sorted by what they do not show',
    file: 'kit/server/data/sql/list-query-sql.ts',
    find: 'field ? shown && sortable.has(field.kind)',
    replace: 'field ? shown !== null && sortable.has(field.kind)',
    tests: walks('every-entity'),
    only: 'sorts by what it shows',
  },
  {
    name: 'A derived column has SQL that does not hold',
    file: 'kit/server/data/sql/list-query-sql.ts',
    find: "push(name === 'order' ? row('position') : scalar(resource, name, row, who.lang, who), order)",
    replace: "push(resource.derived?.[name] ? sql`t.no_such_column` : name === 'order' ? row('position') : scalar(resource, name, row, who.lang, who), order)",
    tests: walks('every-shape'),
    only: 'are sorted',
  },
  {
    name: 'The upper bound of numbers is off by one',
    file: 'kit/contract/schema.ts',
    find: '.refine((v) => v <= max, refuse',
    replace: '.refine((v) => v <= max + 1, refuse',
    tests: walks('every-shape'),
    only: 'bounds',
  },
  {
    name: 'The length of texts is not looked at',
    file: 'kit/contract/schema.ts',
    find: '  if (o.max !== undefined) schema = schema.max(o.max)\n',
    replace: '',
    tests: walks('every-shape'),
    only: 'bounds',
  },
  {
    name: 'Characters that cannot be stored are let through',
    file: 'kit/contract/schema.ts',
    find: ".refine(printable, refuse('kit.errors.invalid_value'))",
    replace: '',
    tests: walks('every-shape'),
    only: 'no character that cannot be stored',
  },
  {
    name: 'Keys that an entity does not have are taken',
    file: 'kit/contract/schema.ts',
    find: 'let schema = z.strictObject(shape)',
    replace: 'let schema = z.looseObject(shape)',
    tests: walks('every-entity'),
    only: 'takes no unknown key',
  },
  {
    name: 'Keys of the server are taken from clients',
    file: 'kit/contract/field.ts',
    find: "  if (field.options.by === 'server') return []\n",
    replace: '',
    tests: walks('every-entity'),
    only: 'takes no unknown key',
  },
  {
    name: 'Keys of a query that no call has are taken',
    file: 'kit/server/http/api.ts',
    find: 'const nothing = z.strictObject({})',
    replace: 'const nothing = z.object({})',
    tests: walks('every-input'),
    only: 'in every query string',
  },
  {
    name: 'A stale version is accepted',
    file: 'kit/server/data/store/locking.ts',
    find: 'return version !== undefined && version !== found.row.version ?',
    replace: 'return version !== undefined && version === 0 ?',
    tests: walks('every-input'),
    only: 'a row that was changed meanwhile',
  },
  {
    // One row or many: both ask here, and a bulk removal asks twice.
    name: 'A write of one row or of many skips the rules of the rows',
    file: 'kit/server/data/store/locking.ts',
    find: '  if (!found.writable) return forbidden(',
    replace: '  if (!found.writable && !found.readable) return forbidden(',
    tests: walks('rights-expectation'),
    only: 'what the specification says',
  },
  {
    name: 'A row rule is true of every row',
    file: 'kit/server/access/row-rule.ts',
    find: 'sql<boolean>`${row(column)} = any(${who.perimeterIds}::bigint[])`',
    replace: 'sql<boolean>`(${row(column)} = any(${who.perimeterIds}::bigint[]) or true)`',
    tests: walks('reach'),
    only: 'local_auditor of another perimeter',
  },
  {
    name: 'People reach all perimeters',
    file: 'kit/server/access/member-reach.ts',
    find: 'on p.customer_id = mp.customer_id and p.ancestor_id = mp.target_id',
    replace: 'on p.customer_id = mp.customer_id',
    tests: walks('reach'),
    only: 'local_auditor of another perimeter',
  },
  {
    name: 'References tell the names of what is hidden',
    file: 'kit/server/data/sql/columns.ts',
    find: 'options.namedTo?.some((role) => who.roles.includes(role)) ? true : mayOpen(target, row, who)',
    replace: 'options.namedTo?.some((role) => who.roles.includes(role)) ? true : mayOpen(target, row, who) !== undefined',
    tests: walks('reach'),
    only: 'local_auditor',
  },
  {
    name: 'The history of a row is told to whoever does not reach it',
    file: 'kit/server/http/resource-routes.ts',
    find: '      await getRow(tx, grant, resource, resources, params.id)\n      return { objects: await objectHistory',
    replace: '      return { objects: await objectHistory',
    tests: walks('isolation'),
    only: 'no operation reveals anything',
  },
  {
    name: 'A reference may name what its writer does not reach',
    file: 'kit/server/data/store/update-rows.ts',
    find: '  await checkReferences(tx, grant, resource, resources, writes, action)\n',
    replace: '',
    tests: walks('rights-expectation'),
    only: 'out of their own perimeters',
  },
  {
    name: 'A tenant policy is dropped in the database',
    file: 'migrations/20261120T0001_ground.sql',
    find: "execute format('create policy tenant_select on %I for select using (%s)', name, tenant);",
    replace: "execute format('create policy tenant_select on %I for select using (true)', name);",
    tests: walks('schema'),
  },
  {
    name: 'The tenant guard looks away',
    file: 'kit/server/data/database/tenant-guard.ts',
    find: 'if (predicates < mentioned)',
    replace: 'if (predicates < 0)',
    tests: ['kit/server/data/database/tenant-guard.test.ts'],
  },
  {
    name: 'An entry is left out of the audit',
    file: 'kit/server/data/store/update-rows.ts',
    find: '    tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, related: true, ...related.get(row.id) })\n',
    replace: '    void [row, digest]\n',
    tests: walks('audit-covers'),
  },
  {
    name: 'What hangs on a row stays when it is deleted',
    file: 'kit/server/data/store/remove-rows.ts',
    find: '  const related = await endRelated(tx, resource, resources, ids)\n  try {',
    replace: '  const related = new Map<number, object>()\n  try {',
    tests: walks('audit-covers'),
  },
  {
    name: 'A call that names itself is done again',
    file: 'kit/server/http/idempotency.ts',
    find: '  if (!call) return work()\n  if (!(await claim(tx, call))) await formerly(tx, call)\n',
    replace: '  if (call === null || call.key !== null) return work()\n  if (!(await claim(tx, call))) await formerly(tx, call)\n',
    tests: walks('idempotency'),
  },
  {
    name: 'The page of another organisation is answered',
    file: 'kit/server/http/page-context.ts',
    find: 'else if (said !== contextOf(who)) throw',
    replace: "else if (said === '' && who.session?.mode === undefined) throw",
    tests: walks('page-context'),
    only: 'every operation of a session',
  },
  {
    name: 'Rows are locked in another order',
    file: 'kit/server/data/store/bulk.ts',
    find: '    await takeTurns(tx, resource, verb, {})\n    await aheadOfRemoval(\n      tx,\n      resource,\n      targets.map(({ id }) => id),\n    )\n  }\n  const { rows, refused } = await lockRows(tx, grant, resource, targets, verb, changes)\n',
    replace:
      "    await takeTurns(tx, resource, verb, {})\n  }\n  const { rows, refused } = await lockRows(tx, grant, resource, targets, verb, changes)\n  if (verb === 'delete')\n    await aheadOfRemoval(\n      tx,\n      resource,\n      targets.map(({ id }) => id),\n    )\n",
    tests: walks('every-operation'),
  },
  {
    name: 'A statement says itself which rows of another area are open',
    file: 'areas/projects/server/file/parts.ts',
    find: '${exemptionOpen(t)}',
    replace: "t.status in ('REQUESTED', 'GRANTED')",
    tests: walks('lifecycles'),
  },
]
