import { levelName } from '#kit/contract/level.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { ReportBlock, ReportCell, ReportTone } from '#kit/contract/report.ts'
import { cleanText } from '#kit/server/reports/clean-text.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'
import { levelAt } from '#areas/risks/contract/levels.ts'

type Side = 'impacts' | 'probabilities'
type PlaceValue = number | null | undefined

/** Of the highest level of a scale, the one below it and the lowest; what lies between has none of its own. */
const toneOf = ({ levels }: RiskScale, value: number): ReportTone => {
  const above = levels.filter((level) => level.value > value).length
  if (above === 0) return 'danger'
  return above === 1 ? 'warning' : above === levels.length - 1 ? 'success' : 'neutral'
}

/** A place as people say it: its number with its name. */
export function placeText(scale: RiskScale | undefined, side: Side, place: PlaceValue, lang: Language): string {
  if (place === null || place === undefined) return '–'
  const found = scale?.[side].find((one) => one.place === place)
  return found ? `${place} ${levelName(found, lang)}` : String(place)
}

/** A level in words, by where it lies on the matrix. */
export function levelCell(scale: RiskScale | undefined, impact: PlaceValue, probability: PlaceValue, lang: Language): ReportCell {
  if (impact === null || impact === undefined || probability === null || probability === undefined) return [[{ text: '–' }]]
  const value = scale ? levelAt(scale.matrix, { impact, probability }) : null
  const level = scale?.levels.find((one) => one.value === value)
  const at = { text: `${impact} × ${probability}`, soft: true }
  return scale && level ? [[{ text: levelName(level, lang), badge: toneOf(scale, level.value) }], [at]] : [[at]]
}

/** What stands in a cell of the matrix. */
interface Counted {
  readonly impact: number
  readonly probability: number
  readonly count: number
}

/** The matrix in the colours of its levels, with how many lie in each cell: impact goes up, probability to the right. */
export function matrixBlock(
  scale: RiskScale,
  counts: readonly Counted[],
  lang: Language,
  words: { readonly impact: string; readonly probability: string },
): ReportBlock {
  const colors = new Map(scale.levels.map(({ value, color }) => [value, color]))
  const names = (side: Side) => scale[side].map(({ place }) => cleanText(placeText(scale, side, place, lang)))
  const at = (impact: number, probability: number) => counts.find((one) => one.impact === impact && one.probability === probability)?.count ?? 0
  const label = { fontSize: 10, color: '#14181f', width: 110, overflow: 'break' }
  return {
    kind: 'chart',
    height: 60 + scale.impacts.length * 44,
    alt: counts
      .filter(({ count }) => count > 0)
      .map(
        ({ impact, probability, count }) => `${placeText(scale, 'impacts', impact, lang)} × ${placeText(scale, 'probabilities', probability, lang)}: ${count}`,
      )
      .join('; '),
    option: {
      grid: { left: 130, right: 12, top: 22, bottom: 40 },
      xAxis: {
        type: 'category',
        data: names('probabilities'),
        name: words.probability,
        nameLocation: 'middle',
        nameGap: 26,
        axisTick: { show: false },
        axisLabel: { ...label, interval: 0 },
      },
      yAxis: [
        { type: 'value', min: 0, max: scale.impacts.length, show: false },
        {
          type: 'category',
          position: 'left',
          data: names('impacts'),
          name: words.impact,
          axisTick: { show: false },
          axisLine: { show: false },
          axisLabel: { ...label, interval: 0 },
        },
      ],
      series: scale.impacts.map(({ place: impact }) => ({
        type: 'bar',
        stack: 'matrix',
        barCategoryGap: '0%',
        data: scale.probabilities.map(({ place: probability }) => {
          const count = at(impact, probability)
          const color = colors.get(levelAt(scale.matrix, { impact, probability }) ?? -1) ?? '#8a93a3'
          return {
            value: 1,
            itemStyle: { color, borderColor: '#ffffff', borderWidth: 2 },
            label: { show: count > 0, position: 'inside', formatter: String(count), fontSize: 13, fontWeight: 600, color: '#14181f' },
          }
        }),
      })),
    },
  }
}

/** The scale by which everything is judged, in words. */
export function scaleBlock(
  scale: RiskScale,
  lang: Language,
  words: { readonly level: string; readonly impact: string; readonly probability: string },
): ReportBlock {
  const lines = (side: Side): ReportCell => scale[side].toReversed().map(({ place }) => [{ text: placeText(scale, side, place, lang) }])
  return {
    kind: 'table',
    columns: [
      { label: words.level, width: 34 },
      { label: words.impact, width: 33 },
      { label: words.probability, width: 33 },
    ],
    rows: [
      [
        scale.levels.toReversed().map((level) => [{ text: levelName(level, lang), badge: toneOf(scale, level.value) }]),
        lines('impacts'),
        lines('probabilities'),
      ],
    ],
  }
}
