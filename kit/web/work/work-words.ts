import { moveBetween, type WorkItem } from '#kit/contract/work-item.ts'
import { translateIfKnown, translate } from '#kit/web/i18n/words.ts'
import { valueOf } from '#kit/web/resource/entity-columns.tsx'

/** What a move is called where it is offered: `<area>.entities.<entity>.do.<move>`, or `<area>.do.<move>` where an area's entities share it. */
export const moveLabel = ({ entity: { area, name } }: WorkItem, move: string): string =>
  translateIfKnown(`${area}.entities.${name}.do.${move}`) ?? translate(`${area}.do.${move}`)

/** The title of what a move asks: the words of the entity under `ask`, else what the move is called. */
export function moveTitle(work: WorkItem, from: string, to: string, row: object): string {
  const { area, name, title } = work.entity
  const called = { name: String(valueOf(row, title) ?? '') }
  const move = moveBetween(work, from, to)?.[0]
  const own = `${area}.entities.${name}.ask.${move}`
  if (move !== undefined && translateIfKnown(own) !== undefined) return translate(own, called)
  const status = `${area}.entities.${name}.choices.${work.status}.${to}`
  return translate('kit.work.ask', { move: move === undefined ? translate(status) : moveLabel(work, move), ...called })
}

/** What the button of what is asked says: the verb that opened it. */
export function moveVerb(work: WorkItem, from: string, to: string | null): string {
  const move = to === null ? undefined : moveBetween(work, from, to)?.[0]
  if (move !== undefined) return moveLabel(work, move)
  return translate(to === null ? 'kit.work.move_date' : 'kit.work.change_status')
}

/** The words of an entity for what is asked of several of its rows, else the kit's. */
export const bulkTitle = ({ entity: { area, name } }: WorkItem, kind: string, count: number): string => {
  const own = `${area}.entities.${name}.bulk.${kind}`
  return translate(translateIfKnown(own) === undefined ? `kit.work.bulk_${kind}` : own, { count })
}
