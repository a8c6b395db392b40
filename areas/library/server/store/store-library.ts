import { sql } from 'kysely'
import type { ImportResult } from '#areas/library/contract/import-result.ts'
import type { ParsedLibrary } from '#areas/library/server/library-content.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Comparison } from './compare-library.ts'
import { resolvePending } from './resolve-pending.ts'
import { otherTexts } from './single-text.ts'
import { storeCatalogue } from './store-catalogue.ts'
import { storeFramework } from './store-framework.ts'
import { storeObjects } from './store-objects.ts'
import { storeQuestions } from './store-questions.ts'
import { awaitScales, storeScales } from './store-scales.ts'

/** Stores a whole file in the transaction it is given; an edition that is already there, or older than what is, changes nothing. */
export async function storeLibrary(tx: Tx, resources: Resources, library: ParsedLibrary, comparison: Comparison): Promise<ImportResult> {
  const { result, before, policyIds } = comparison
  if (result.outcome === 'unchanged' || result.outcome === 'older') return result
  await awaitScales(tx, library)
  await storeEnvelope(tx, resources, library)
  await storeCatalogue(tx, resources, library)
  const policies: ImportResult['policies'][number][] = []
  for (const [n, framework] of library.frameworks.entries()) {
    const policyId = await storeFramework(tx, resources, library, framework, { policyId: policyIds.get(framework.urn), before: before.get(framework.urn) })
    await storeQuestions(tx, resources, framework)
    const compared = result.policies[n]
    if (compared) policies.push({ ...compared, policy_id: policyId })
  }
  await resolvePending(tx, resources)
  await storeScales(tx, resources, library)
  return { ...result, policies }
}

async function storeEnvelope(tx: Tx, resources: Resources, library: ParsedLibrary): Promise<void> {
  const { name, description, copyright, annotation, format, locale, urn, version, version_label, provider, packager, publication_date, counts, sha256 } =
    library
  const ids = await storeObjects(
    tx,
    resourceOf(resources, 'library'),
    resources,
    [
      {
        urn,
        locale,
        format,
        edition: version,
        version_label,
        provider,
        packager,
        publication_date,
        counts,
        sha256,
        identifier: library.ref_id,
        name_en: name.en,
        name_fr: name.fr,
        description_en: description.en,
        description_fr: description.fr,
        copyright_en: copyright.en,
        copyright_fr: copyright.fr,
        annotation_en: annotation.en,
        annotation_fr: annotation.fr,
        translations: otherTexts(library.translations),
      },
    ],
    { alsoKey: 'locale' },
  )
  const id = ids.get(urn) ?? 0
  const { warnings: _, references: __, ...content } = library
  await tx.run(
    sql`insert into library_content (customer_id, library_id, edition, content) values (${tx.customerId}, ${id}, ${version}, ${JSON.stringify(content)}::jsonb)`,
  )
}
