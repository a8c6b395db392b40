/** Every declared lifecycle as a Mermaid picture with a table of what its moves need. */
import { closedStates, movesOf, neededBetween, sinceOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { catalogues, resources } from '#app/server/registry.ts'

/** The English word at a path of an area's catalogue, or the path's last name. */
function word(area: string, ...paths: string[]): string {
  for (const path of paths) {
    const found = [area, 'en', ...path.split('.')].reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], catalogues)
    if (typeof found === 'string') return found
  }
  return paths.at(-1)?.split('.').at(-1) ?? ''
}

/** A move out of several statuses is as many arrows. */
function picture(work: WorkItem): string {
  const { area, name } = work.entity
  const label = (move: string) => word(area, `entities.${name}.do.${move}`, `do.${move}`)
  const states = statesOf(work).map((status) => `  state "${word(area, `entities.${name}.choices.${work.status}.${status}`)}" as ${status}`)
  const arrows = movesOf(work).flatMap(([move, { from, to }]) => from.filter((one) => one !== to).map((one) => `  ${one} --> ${to}: ${label(move)}`))
  const ends = closedStates(work).map((status) => `  ${status} --> [*]`)
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...states, `  [*] --> ${work.begins}`, ...arrows, ...ends, '```'].join('\n')
}

function table(work: WorkItem): string {
  const { area, name } = work.entity
  const field = (one: string) => word(area, `entities.${name}.fields.${one}`)
  const status = (one: string) => word(area, `entities.${name}.choices.${work.status}.${one}`)
  const rows = movesOf(work).map(([move, { from, to, right }]) => {
    const before = from.filter((one) => one !== to)
    const { fields, reason } = neededBetween(work, before[0] ?? '', to)
    const since = sinceOf(work, to)
    const needs = [
      ...Object.keys(fields).map(field),
      ...(reason !== undefined && work.reason ? [`${field(work.reason)}, said anew`] : []),
      ...(since === undefined ? [] : [`${field(since)}: today unless said`]),
      ...(right === undefined ? [] : [`right \`${right}\``]),
    ]
    return `| ${word(area, `entities.${name}.do.${move}`, `do.${move}`)} | ${before.map(status).join(', ')} | ${status(to)} | ${needs.join('; ')} |`
  })
  return ['| move | from | to | needs |', '|---|---|---|---|', ...rows].join('\n')
}

/** The whole of docs/LIFECYCLES.md. */
export function lifecyclePictures(): string {
  const works = [...resources.values()].flatMap(({ work }) => (work ? [work] : []))
  const parts = works.map((work) => {
    const { area, name } = work.entity
    return `## ${word(area, `entities.${name}.one`)} (\`${name}\`)\n\n${picture(work)}\n\n${table(work)}\n`
  })
  return `# Lifecycles\n\nDrawn from what the areas declare by \`npm run lifecycles\`; a test fails when a picture is not what is declared. What a move needs beyond this stands in the rules of its entity.\n\n${parts.join('\n')}`
}
