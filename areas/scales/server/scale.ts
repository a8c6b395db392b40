import { sql } from 'kysely'
import { everyRow } from '#kit/server/access/row-rule.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { forgetLevels } from '#kit/server/data/resources/levels.ts'
import { scale } from '#areas/scales/contract/scale.ts'
import { en } from '#areas/scales/locales/en.ts'
import { fr } from '#areas/scales/locales/fr.ts'
import { guardScale } from './guard.ts'

/** Ranges follow each other without a hole when each but the first begins where the one before ends, and together they reach from 0 to 100. */
const warning: Derived = (row, lang) => sql`(select case when ${row('type')} in ('indicator', 'weather')
    and (min(l.low) > 0 or max(l.high) < 100 or sum(l.high - l.low + 1) < max(l.high) - min(l.low) + 1)
    then jsonb_build_object('status', true, 'message', ${{ en, fr }[lang].warnings.holes}::text) else jsonb_build_object('status', false) end
  from scale__levels l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`

/** Whoever holds the right reaches all of the organisation's own scales. */
export const scaleResource = defineResource({
  def: scale,
  rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow },
  derived: { warning },
  fork: { without: [] },
  // Whether a scale is in use, and which one is the default, is decided by one transaction at a time.
  turn: () => 'scales',
  beforeWrite: guardScale,
  afterWrite: ({ tx }) => forgetLevels(tx),
})
