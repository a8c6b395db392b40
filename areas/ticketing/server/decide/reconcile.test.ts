import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decided, reconcile, syncedFields, untold, type Base, type Mapping, type SyncedField, type Table, type Value, type Values } from './reconcile.ts'

const ours = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'FINISHED', 'CANCELLED']
const theirs = ['open', 'working', 'waiting', 'resolved', 'closed', 'unheard']
const outOf: Record<string, string | undefined> = {
  TO_PLAN: 'open',
  PLANNED: 'open',
  ONGOING: 'working',
  STANDBY: 'waiting',
  FINISHED: 'resolved',
  CANCELLED: 'closed/none',
}
const inOf: Record<string, string | undefined> = { open: 'TO_PLAN', working: 'ONGOING', waiting: 'STANDBY', resolved: 'FINISHED', closed: 'FINISHED' }
const told = (written: Value) => written?.split('/')[0] ?? null
const states: Mapping = { way: 'both', out: (value) => outOf[value ?? ''], in: (value) => inOf[value ?? ''], told }
const plain = (way: Mapping['way']): Mapping => ({ way, out: (value) => value, in: (value) => value })
const people: Mapping = {
  way: 'both',
  out: (value) => (value === null ? null : value === 'm9' ? undefined : `p${value.slice(1)}`),
  in: (value) => (value === null || value === 'p8' ? undefined : `m${value.slice(1)}`),
}
const table: Table = { state: states, title: plain('out'), due: plain('both'), assignee: people, priority: plain('in') }

const valuesOf = (of: Record<SyncedField, readonly Value[]>) =>
  fc.record<Values>({
    state: fc.constantFrom(...of.state),
    title: fc.constantFrom(...of.title),
    due: fc.constantFrom(...of.due),
    assignee: fc.constantFrom(...of.assignee),
    priority: fc.constantFrom(...of.priority),
  })
const days = [null, '2026-12-11', '2026-12-18']
const anyHere = valuesOf({ state: ours, title: ['a', 'b'], due: days, assignee: [null, 'm1', 'm2', 'm9'], priority: ['1', '2'] })
const anyThere = valuesOf({ state: theirs, title: ['a', 'b'], due: days, assignee: [null, 'p1', 'p2', 'p8'], priority: ['1', '2'] })
const anyBase = fc.tuple(anyHere, anyThere).map(([here, there]) => baseOf(here, there))
const waiting = fc.subarray([...syncedFields]).map((fields) => new Set(fields))

function baseOf(here: Values, there: Values): Base {
  return {
    state: { here: here.state, there: there.state },
    title: { here: here.title, there: there.title },
    due: { here: here.due, there: there.due },
    assignee: { here: here.assignee, there: there.assignee },
    priority: { here: here.priority, there: there.priority },
  }
}
const toldBack = (write: Partial<Values>): Partial<Values> => ('state' in write ? { ...write, state: told(write.state ?? null) } : write)

test('what was written is the new base: looked at again, nobody is told anything', () => {
  fc.assert(
    fc.property(anyBase, anyHere, anyThere, waiting, (base, here, there, open) => {
      const first = reconcile(base, here, there, table, open)
      const [hereNow, thereNow] = [
        { ...here, ...first.writeHere },
        { ...there, ...toldBack(first.writeThere) },
      ]
      const again = reconcile(first.base, hereNow, thereNow, table, new Set(first.conflicts.map(({ field }) => field)))
      expect(again.writeHere).toEqual({})
      expect(again.writeThere).toEqual({})
      expect(again.base).toEqual(first.base)
      expect(again.conflicts).toEqual(first.conflicts)
    }),
  )
})

test('cut off after one side was written and before it was noted, it is written to nobody again', () => {
  fc.assert(
    fc.property(anyBase, anyHere, anyThere, (base, here, there) => {
      const first = reconcile(base, here, there, table)
      const again = reconcile(base, here, { ...there, ...toldBack(first.writeThere) }, table)
      for (const field of syncedFields) if (field in first.writeThere) expect([again.writeThere[field], again.writeHere[field]]).toEqual([undefined, undefined])
      expect(again.conflicts).toEqual(first.conflicts)
    }),
  )
})

test('nothing is lost: what one side changed is told, noted where it has no partner, or waits as a conflict, and a side that changed nothing is never overruled by itself', () => {
  fc.assert(
    fc.property(anyBase, anyHere, anyThere, (base, here, there) => {
      const { writeHere, writeThere, conflicts } = reconcile(base, here, there, table)
      for (const field of syncedFields) {
        const [changedHere, changedThere] = [here[field] !== base[field].here, there[field] !== base[field].there]
        const conflict = conflicts.some((one) => one.field === field)
        if (field in writeHere) expect([changedHere, changedThere]).toEqual([false, true])
        if (field in writeThere) expect([changedHere, changedThere]).toEqual([true, false])
        if (conflict) expect([changedHere, changedThere]).toEqual([true, true])
        if (changedHere && !changedThere) {
          const out = table[field].out(here[field])
          const same = (table[field].told?.(out ?? null) ?? out) === there[field] || table[field].in(there[field]) === here[field]
          expect(field in writeThere).toBe(out !== undefined && !same && table[field].way !== 'in')
        }
      }
    }),
  )
})

test('fields do not know of each other: each comes out as it would alone', () => {
  fc.assert(
    fc.property(anyBase, anyHere, anyThere, fc.constantFrom(...syncedFields), (base, here, there, field) => {
      const all = reconcile(base, here, there, table)
      const calm = { ...base, [field]: base[field] }
      const [onlyHere, onlyThere] = [heldBy(base, 'here'), heldBy(base, 'there')]
      const alone = reconcile(calm, { ...onlyHere, [field]: here[field] }, { ...onlyThere, [field]: there[field] }, table)
      expect(alone.writeHere[field]).toBe(all.writeHere[field])
      expect(alone.writeThere[field]).toBe(all.writeThere[field])
      expect(alone.base[field]).toEqual(all.base[field])
      expect(Object.keys(alone.writeHere).concat(Object.keys(alone.writeThere))).toEqual(
        [field].filter((name) => name in all.writeHere || name in all.writeThere),
      )
    }),
  )
})
const heldBy = (base: Base, side: 'here' | 'there'): Values => ({
  state: base.state[side],
  title: base.title[side],
  due: base.due[side],
  assignee: base.assignee[side],
  priority: base.priority[side],
})

test('however changes and looks follow each other, no change is told twice and both sides come to rest', () => {
  const step = fc.oneof(
    fc.record({ side: fc.constant('here' as const), values: anyHere }),
    fc.record({ side: fc.constant('there' as const), values: anyThere }),
    fc.constant({ side: 'look' as const, values: null }),
  )
  fc.assert(
    fc.property(anyHere, anyThere, fc.array(step, { maxLength: 12 }), (begin, other, steps) => {
      let [here, there, base] = [begin, other, baseOf(begin, other)]
      let open = new Set<SyncedField>()
      const count = { changesHere: 0, changesThere: 0, toldHere: 0, toldThere: 0 }
      const look = () => {
        const found = reconcile(base, here, there, table, open)
        count.toldHere += Object.keys(found.writeHere).length
        count.toldThere += Object.keys(found.writeThere).length
        here = { ...here, ...found.writeHere }
        there = { ...there, ...toldBack(found.writeThere) }
        base = found.base
        open = new Set(found.conflicts.map(({ field }) => field))
      }
      for (const { side, values } of steps) {
        if (side === 'here') {
          count.changesHere += syncedFields.filter((field) => values[field] !== here[field]).length
          here = values
        } else if (side === 'there') {
          count.changesThere += syncedFields.filter((field) => values[field] !== there[field]).length
          there = values
        } else look()
      }
      look()
      expect(count.toldThere).toBeLessThanOrEqual(count.changesHere)
      expect(count.toldHere).toBeLessThanOrEqual(count.changesThere)
      const rest = { ...count }
      look()
      expect(count).toEqual(rest)
    }),
  )
})

test('while a conflict waits, its field stands still whatever either side does, and a decision ends it', () => {
  fc.assert(
    fc.property(anyBase, anyHere, anyThere, fc.constantFrom('here' as const, 'there' as const), (base, here, there, side) => {
      const found = reconcile(base, here, there, table, new Set(syncedFields))
      expect([found.writeHere, found.writeThere]).toEqual([{}, {}])
      for (const conflict of found.conflicts) {
        const end = decided(conflict, side, table[conflict.field])
        const [hereNow, thereNow] = [
          { ...here, ...('here' in end && { [conflict.field]: end.here }) },
          { ...there, ...('there' in end && toldBack({ [conflict.field]: end.there })) },
        ]
        const after = reconcile({ ...found.base, [conflict.field]: end.base }, hereNow, thereNow, table)
        expect(after.conflicts.map(({ field }) => field)).not.toContain(conflict.field)
        expect([after.writeHere[conflict.field], after.writeThere[conflict.field]]).toEqual([undefined, undefined])
      }
    }),
  )
})

test('a comment is told once to each side, and one that was sent and not noted is found by its mark', () => {
  const here = [{ id: '1' }, { id: '2' }, { id: '3' }]
  const there = [
    { id: 'a', mark: null },
    { id: 'b', mark: '2' },
    { id: 'c', mark: null },
  ]
  expect(untold(here, there, { here: new Set(['1']), there: new Set(['a']) })).toEqual({
    send: [{ id: '3' }],
    take: [{ id: 'c', mark: null }],
    found: [{ here: '2', there: 'b' }],
  })
})
