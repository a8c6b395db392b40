import { everyRow } from '#kit/server/access/row-rule.ts'
import { guardTypedIdentifier } from '#kit/server/data/resources/typed-identifier.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { adoptedCopy } from '#areas/catalog/server/index.ts'
import { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import { questionnaireRights } from '#areas/questionnaires/contract/rights.ts'
import { en } from '#areas/questionnaires/locales/en.ts'
import { fr } from '#areas/questionnaires/locales/fr.ts'
import { questionnaireCalls } from './calls.ts'
import { beginFirst } from './versions.ts'
import { questionnairePart } from './part.ts'

export const questionnaires: Area = {
  name: 'questionnaires',
  rights: questionnaireRights,
  tables: ['questionnaire_element', 'questionnaire_version'],
  resources: [
    defineResource({
      def: questionnaire,
      rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow },
      derived: { adopted: adoptedCopy('questionnaire') },
      beforeWrites: (contexts) =>
        contexts.forEach((context) => {
          guardTypedIdentifier(context, 32)
          if (context.verb === 'create') Object.assign(context.changes, { draft_edition: 1 })
        }),
      afterWrites: async (contexts) => {
        const [first] = contexts
        if (first)
          await beginFirst(
            first.tx,
            contexts.flatMap(({ verb, after }) => (verb === 'create' && after ? [after.id] : [])),
          )
      },
    }),
  ],
  calls: questionnaireCalls,
  parts: [questionnairePart],
  locales: { en, fr },
}
