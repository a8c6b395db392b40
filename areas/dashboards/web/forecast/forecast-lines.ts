/** Places in a picture are told to the thousandth. */
const near = (at: number) => Math.round(at * 1000) / 1000

export interface Point {
  readonly day: string
  readonly score: number
}

const time = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Where days and scores stand in the drawing, in percent of its width and height. */
export interface Scale {
  readonly x: (day: string) => number
  readonly y: (score: number) => number
  readonly low: number
  readonly high: number
}

/** Between round figures that leave room for everything drawn. */
export function scaleOf(from: string, until: string, scores: readonly number[]): Scale {
  const low = Math.max(0, Math.floor((Math.min(...scores) - 2) / 10) * 10)
  const high = Math.min(100, Math.ceil((Math.max(...scores) + 2) / 10) * 10)
  const [begin, end] = [time(from), time(until)]
  return {
    x: (day) => ((time(day) - begin) / (end - begin)) * 100,
    y: (score) => 100 - ((score - low) / Math.max(1, high - low)) * 100,
    low,
    high,
  }
}

/** A line in steps: it keeps its height until the day on which it changes. */
export function stepPath(start: Point, points: readonly Point[], until: string, { x, y }: Scale): string {
  const parts = points.map(({ day, score }) => `H${near(x(day))} V${near(y(score))}`)
  return [`M${near(x(start.day))} ${near(y(start.score))}`, ...parts, `H${near(x(until))}`].join(' ')
}

/** A line from point to point. */
export const linePath = (points: readonly Point[], { x, y }: Scale): string =>
  points.map(({ day, score }, at) => `${at === 0 ? 'M' : 'L'}${near(x(day))} ${near(y(score))}`).join(' ')

/** The first days of the months between two days: every one, or every second or third where there are many. */
export function monthTicks(from: string, until: string): string[] {
  const ticks: string[] = []
  let [year = 0, month = 1] = from.slice(0, 7).split('-').map(Number)
  for (;;) {
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
    const day = `${year}-${String(month).padStart(2, '0')}-01`
    if (day > until) break
    ticks.push(day)
  }
  const every = ticks.length > 20 ? 3 : 1
  return ticks.filter((_, at) => at % every === 0)
}
