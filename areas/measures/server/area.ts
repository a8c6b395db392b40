import { sql } from 'kysely'
import { checkFigures } from '#kit/contract/check.ts'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { responsibleFields } from '#kit/server/data/work/default-responsible.ts'
import { defineResource, type Resources, type WriteContext } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { measuresAnswer } from '#areas/evidence/server/index.ts'
import { applicationChanged, applicationCreated, applicationRemoved, solutionsLinked } from '#areas/policies/contract/events.ts'
import { coverageTurn, everyApplication, measureFacts } from '#areas/policies/server/index.ts'
import { standstillPoints } from '#areas/people/server/index.ts'
import { measureChecks } from '#areas/measures/contract/checks.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { measureRights } from '#areas/measures/contract/rights.ts'
import { en } from '#areas/measures/locales/en.ts'
import { fr } from '#areas/measures/locales/fr.ts'
import { measureCounts } from './counted.ts'
import { measureCalls } from './calls.ts'
import { measureRowChecks } from './checks.ts'
import { factsForPolicies, measuresOfRequirements } from './facts.ts'
import { measureImporting } from './importing.ts'
import { measureAsks, measureDerived } from './derived.ts'
import { likenessJob } from './likeness-job.ts'
import { guardEfficiency } from './lifecycle.ts'
import { measureRules } from './rules.ts'
import { syncSecurityBases } from './security-base.ts'

/** Only an active internal perimeter has a security base, and a measure stays where it was decided. */
async function guardMeasure(context: WriteContext<typeof measure>): Promise<void> {
  const { tx, verb, before, changes } = context
  guardEfficiency(context)
  if (verb === 'update') {
    for (const field of ['perimeter', 'solution'] as const) {
      if (changes[field] !== undefined && changes[field] !== before?.[`${field}_id`]) throw invalidField(field, 'measures.errors.fixed')
    }
  }
  if (verb === 'create') {
    const place = await tx.first(
      sql<{ type: string }>`select type from perimeter where customer_id = ${tx.customerId} and id = ${changes.perimeter} and not archived`,
    )
    if (place && place.type !== 'INTERNAL') throw invalidField('perimeter', 'measures.errors.internal_only')
  }
  if (verb === 'delete' && before?.status !== 'TO_IMPLEMENT') throw new AppError('IN_USE', 'measures.errors.reset_first')
}

/** What policies call for is decided in one statement for all of it; what people write is looked at row by row. */
async function guardMeasures(contexts: readonly WriteContext<typeof measure>[]): Promise<void> {
  for (const context of contexts) if (context.grant.work !== 'what policies call for') await guardMeasure(context)
}

async function syncApplied(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const row = await tx.first(sql<{ perimeter_id: number }>`select a.perimeter_id from ${everyApplication(tx.customerId)} a where a.id = ${event.id}`)
  if (row) await syncSecurityBases(tx, resources, [row.perimeter_id])
}

export const measures: Area = {
  name: 'measures',
  rights: measureRights,
  figures: [...Object.values(measureFigures), ...checkFigures(measureChecks)],
  tables: ['measure_beneficiary', 'measure_likeness', 'measure_likeness_run'],
  resources: [
    defineResource({
      def: measure,
      rules: measureRules,
      derived: measureDerived,
      asks: measureAsks,
      checks: measureRowChecks,
      counted: measureCounts,
      beforeWrites: guardMeasures,
      turn: (verb) => (verb === 'create' ? coverageTurn() : null),
      open: measureFigures.to_handle,
      importing: measureImporting,
      refusals: { edit: 'measures.errors.no_edit' },
    }),
  ],
  extensions: [
    responsibleFields.with({ entity: 'measure', person: 'manager', asks: 'measure.write' }),
    standstillPoints.with({ entity: 'measure', standstill: 'UNKEPT', standing: (row) => sql<boolean>`${row('status')} = 'IMPLEMENTED'` }),
    measureFacts.with(factsForPolicies),
    measuresAnswer.with(measuresOfRequirements),
  ],
  calls: measureCalls,
  jobs: [likenessJob],
  handlers: [
    ...[applicationCreated, applicationChanged].map((event) => on<unknown>(event, syncApplied)),
    ...[applicationRemoved, solutionsLinked].map((event) =>
      on<unknown>(event, async (tx, _event, resources) => {
        await syncSecurityBases(tx, resources, null)
      }),
    ),
  ],
  exposes: { measures: 'measure' },
  locales: { en, fr },
}
