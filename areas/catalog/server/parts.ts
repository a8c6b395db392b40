import { plainPart } from '#kit/server/data/parts/plain-part.ts'
import { category } from '#areas/catalog/contract/category.ts'
import { modelKinds } from '#areas/catalog/contract/shared.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { renamed } from './shared/adopt.ts'

/** Models with the categories and the other models that they name. Formulas name metrics as they are called here. */
export const catalogParts = (resources: readonly Resource[]) => {
  const kinds = new Set<string>([category.name, ...modelKinds])
  return resources
    .filter(({ def }) => kinds.has(def.name))
    .map(({ def }) =>
      plainPart({
        def,
        part: 'models',
        adjust: (values, known) => (typeof values.formula === 'string' ? { ...values, formula: renamed(values.formula, known.renamed) } : values),
      }),
    )
}
