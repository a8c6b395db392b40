import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { areaOrder } from '#tools/imports/law.ts'

const places = new Set(['kit', 'app', 'tools', ...areaOrder.flat()])
const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url))

interface Decision {
  readonly number: string
  readonly file: string
  /** The decision in one sentence. */
  readonly title: string
  readonly area: string
  readonly replaces: readonly string[]
  readonly replacedBy: string
}

/** What a decision says at its head: its number and sentence, then whose it is and what it stands for or gave way to. Throws where that is missing. */
export function readDecision(file: string, text: string): Decision {
  const [, number = '', title = '', area = '', more = ''] = /^# (\d{4}) · (.+)\n\nArea: (\w+)((?: · .+)?)\n/.exec(text) ?? []
  if (number === '' || !file.startsWith(`${number}-`))
    throw new Error(`${file} does not begin with "# ${file.slice(0, 4)} · what was decided", then "Area: where"`)
  if (!places.has(area)) throw new Error(`${file}: there is no area ${area}`)
  return {
    number,
    file,
    title,
    area,
    replaces: /Replaces: ([\d, ]+)/.exec(more)?.[1]?.split(', ') ?? [],
    replacedBy: /Replaced (?:(in part) )?by: (\d{4})/.exec(more)?.slice(1, 3).toReversed().filter(Boolean).join(' ') ?? '',
  }
}

/** The table of contents of the decisions. One that is gone is named by what replaced it. */
export function decisionIndex(): string {
  const decisions = readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.md$/.test(file))
    .map((file) => readDecision(file, readFileSync(`${folder}${file}`, 'utf8')))
  const link = (number: string) => {
    const there = decisions.find((one) => one.number === number)
    return there ? `[${number}](${there.file})` : number
  }
  const rows = [
    ...decisions.map(({ number, title, area, replacedBy }) => ({ number, title, area, replacedBy })),
    ...decisions.flatMap(({ number, area, replaces }) => replaces.map((gone) => ({ number: gone, title: 'No longer kept', area, replacedBy: number }))),
  ].toSorted((a, b) => Number(a.number) - Number(b.number))
  const lines = rows.map(
    ({ number, title, area, replacedBy }) => `| ${link(number)} | ${title} | ${area} | ${replacedBy.replace(/\d{4}/, link).replace(' in part', ', in part')} |`,
  )
  return `# Decisions

What changed the house, and why. Written by \`npm run decisions\` from the head of each file: its number and what was decided in one sentence, then \`Area:\`, and \`Replaces:\` or
\`Replaced by:\` (\`Replaced in part by:\`) with a number, parted by \`·\`.

| number | decision | area | replaced by |
|---|---|---|---|
${lines.join('\n')}
`
}
