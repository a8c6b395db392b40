import { sql } from 'kysely'
import { adoptionTurn } from '#areas/catalog/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { makeQuestionnaire } from '#areas/questionnaires/server/make.ts'
import { wholeStructure } from '#areas/questionnaires/server/versions.ts'
import type { Both } from './build.ts'
import { projectClassification } from './project-classification.ts'
import { supplierSecurity } from './supplier-security.ts'

const source = 'starter'
const texts = (name: Both, description: Both) => ({ name_en: name[0], name_fr: name[1], description_en: description[0], description_fr: description[1] })

const content = [
  {
    urn: 'urn:vigie:questionnaire:supplier_security',
    changes: {
      identifier: 'SUPPLIER',
      usage: 'EVALUATION',
      ...texts(
        ['Supplier security', 'Sécurité des prestataires'],
        [
          'What a supplier does for security; the more it holds of ours, the more it is asked.',
          'Ce qu’un prestataire fait pour la sécurité ; plus il détient de nos données, plus on l’interroge.',
        ],
      ),
    },
    structure: supplierSecurity,
  },
  {
    urn: 'urn:vigie:questionnaire:project_classification',
    changes: {
      identifier: 'PROJECT',
      usage: 'PROJECT_CLASSIFICATION',
      ...texts(
        ['Project classification', 'Classification de projet'],
        [
          'How critical a project is, in ten minutes: what follows for security depends on it.',
          'La criticité d’un projet en dix minutes : l’accompagnement sécurité en dépend.',
        ],
      ),
    },
    structure: projectClassification,
  },
] as const

/** Puts the questionnaires that come with the product into the installation's catalog, each once: what the provider has changed or removed since stays as it is. */
export async function seedQuestionnaires(db: DatabaseAccess, resources: Resources): Promise<boolean> {
  const [catalog] = await db.alone<{ id: number | null }>('select public_catalog() as id')
  if (!catalog?.id) return false
  const customerId = catalog.id
  return db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, source, 'start'))
    await takeTurn(tx, adoptionTurn())
    const ever = await tx.run(sql<{ urn: string }>`select urn from questionnaire where customer_id = ${customerId} and urn is not null
      union select urn from questionnaire_history where customer_id = ${customerId} and urn is not null`)
    const known = new Set(ever.map(({ urn }) => urn))
    const missing = content.filter(({ urn }) => !known.has(urn))
    for (const { urn, changes, structure } of missing)
      await makeQuestionnaire(tx, resources, { changes: { ...changes, urn }, structure: wholeStructure(structure), action: source, published: true })
    return missing.length > 0
  })
}
