import { sql } from 'kysely'
import { forkOne, seedQuestionnaires } from '#areas/questionnaires/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** When the first organisation took over what it asks its suppliers. */
const taken = -64

/** The first organisation asks its suppliers what ships with the product. */
export function questionnairesOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: taken,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) => {
        const shared = await tx.first(sql<{ id: number }>`select id from shared.questionnaire where usage = 'EVALUATION' order by id limit 1`)
        if (!shared) throw new Error('There is no questionnaire to take over')
        await forkOne(tx, resources, shared.id)
      },
    },
  ]
}

/** What ships is there before anybody takes it over. */
export const withQuestionnaires = async ({ ground }: Site): Promise<void> => {
  await seedQuestionnaires(ground.db, ground.resources)
}
