import { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { onward } from '#kit/server/access/authorize.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { updateLocked } from '#kit/server/data/store/update-rows.ts'
import type { Accepted } from '#kit/server/http/area.ts'

/**
 * `PUT /measure/{id} {efficiency, review}` (MEA-12): what the review's improvement action takes off ends, as closing the review does. The efficiency follows from
 * that and is never taken from what is sent. Said again, or after the review was closed, it changes nothing.
 */
export const measureUpgrade: Accepted = {
  entity: 'measure',
  shape: { efficiency: z.int().min(0).max(100).optional(), review: z.int().min(1).optional() },
  run: async ({ tx, grant, resources, id, given }) => {
    if (given.review === undefined) throw invalidField('efficiency', 'reviews.errors.efficiency_derived')
    const reviews = resourceOf(resources, 'review')
    const may = onward(grant, reviews.def, 'update')
    const before = await lockRow(tx, may, reviews, resources, Number(given.review), 'update')
    if (before.target_type !== 'UPGRADE' || before.target_measure_id !== id) throw invalidField('review', 'kit.errors.missing_reference')
    if (before.status === 'CLOSED' && before.without_effect === true) throw new AppError('CONFLICT', 'reviews.errors.closed_without')
    if (before.status === 'OPEN') await updateLocked(tx, may, reviews, resources, [{ before, input: { status: 'CLOSED' } }], {})
  },
}
