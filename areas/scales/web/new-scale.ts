import { hasMatrix, hasRanges } from '#areas/scales/contract/level-shape.ts'
import { impactTypes, leastPlaces, scale, type LevelInput, type ScaleType } from '#areas/scales/contract/scale.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { levelColors } from '#kit/web/ui/level-color.ts'

const fields = Object.entries(scale.fields.levels.options.fields ?? {})

/** A level of which nothing has been said yet. */
export const blankLevel = (given: LevelInput = {}): LevelInput => ({
  ...Object.fromEntries(fields.flatMap(([name, field]) => inputKeys(name, field).map((key) => [key, field.options.default ?? kinds[field.kind].blank]))),
  ...given,
})

export const blankPlace = () => ({ name_en: '', name_fr: '', description_en: '', description_fr: '' })

const [good, , middle, , , bad] = levelColors

/** What a new scale of a kind begins with: as few levels as it may have, from bad to good or from low to high. */
export function newScale(type: ScaleType): Readonly<Record<string, unknown>> {
  const places = Array.from({ length: leastPlaces }, blankPlace)
  if (hasMatrix(type)) {
    const levels = [good, middle, bad].map((color, at) => blankLevel({ color, value: at + 1 }))
    return { type, levels, impact_levels: places, probability_levels: places, matrix: [1, 2, 3].map((n) => [1, 2, 3].map((m) => Math.ceil((n * m) / 3))) }
  }
  const levels = hasRanges(type)
    ? [
        blankLevel({ color: bad, low: 0, high: 49, icon: type === 'weather' ? 'STORM' : null }),
        blankLevel({ color: good, low: 50, high: 100, icon: type === 'weather' ? 'SUN' : null }),
      ]
    : [
        blankLevel({ color: type === 'eval' ? bad : good, value: type === 'eval' ? 0 : 1 }),
        blankLevel({ color: type === 'eval' ? good : bad, value: type === 'eval' ? 100 : 2 }),
      ]
  return { type, levels, ...(type === 'business_impacts' && { impact_types: [...impactTypes] }) }
}
