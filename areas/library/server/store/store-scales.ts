import { sql } from 'kysely'
import type { MatrixLevel, ParsedLibrary, ParsedRiskMatrix } from '#areas/library/server/library-content.ts'
import type { InputOf } from '#kit/contract/entity.ts'
import { leastPlaces, mostPlaces, type scale } from '#areas/scales/contract/scale.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { freeIdentifiers } from './store-objects.ts'

/** Before anything of a file is written: scales take their turn before rows are locked. */
export const awaitScales = async (tx: Tx, library: ParsedLibrary): Promise<void> => {
  if (library.risk_matrices.length > 0) await takeTurn(tx, 'scales')
}

/**
 * Makes a scale of each risk matrix whose sides have sizes that scales have, once: it is the organisation's own, which later editions of the file leave as
 * people have made it. The matrix itself stays as published.
 */
export async function storeScales(tx: Tx, resources: Resources, { risk_matrices: matrices }: ParsedLibrary): Promise<void> {
  const fitting = matrices.filter(({ impact, probability, risk }) => fits(impact) && fits(probability) && risk.length >= 2)
  if (fitting.length === 0) return
  const known = new Set(
    (
      await tx.run(sql<{ urn: string }>`select urn from scale where customer_id = ${tx.customerId} and urn = any(${fitting.map(({ urn }) => urn)}::text[])`)
    ).map(({ urn }) => urn),
  )
  const missing = fitting.filter(({ urn }) => !known.has(urn))
  if (missing.length === 0) return
  const resource = resourceOf(resources, 'scale')
  const grant = authorizeVerb(tx, resource, 'create')
  const identifiers = await freeIdentifiers(tx, 'scale', missing)
  for (const matrix of missing) {
    const made: InputOf<typeof scale> & { urn: string } = { ...scaleOf(matrix), identifier: identifiers.get(matrix.urn) ?? null, urn: matrix.urn }
    await createRow(tx, grant, resource, resources, made, 'import')
  }
}

const fits = ({ length }: readonly unknown[]) => length >= leastPlaces && length <= mostPlaces

const named = ({ name, description }: Pick<MatrixLevel, 'name' | 'description'>, otherwise: string) => ({
  name_en: name.en ?? (name.fr === null ? otherwise : null),
  name_fr: name.fr,
  description_en: description.en,
  description_fr: description.fr,
})

/** A published grid stands by probability and names levels by their place; a scale stands by impact and names them by their value, the place from 1. */
function scaleOf(matrix: ParsedRiskMatrix): InputOf<typeof scale> {
  const side = (levels: readonly MatrixLevel[]) => levels.map((level, at) => named(level, String(at + 1)))
  return {
    ...named(matrix, matrix.ref_id ?? matrix.urn),
    type: 'risk',
    levels: matrix.risk.map((level, at) => ({ ...named(level, String(at + 1)), value: at + 1, color: hex(level.hexcolor) })),
    impact_levels: side(matrix.impact),
    probability_levels: side(matrix.probability),
    matrix: matrix.impact.map((_, impact) => matrix.probability.map((__, probability) => (matrix.grid[probability]?.[impact] ?? 0) + 1)),
  }
}

const hex = (color: string | null) => (color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null)
