import type { EntityDef } from '#kit/contract/entity.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { nameOfRow } from './entity-columns.tsx'
import type { AnyRow } from './presentation.ts'

interface RowsQuestion {
  /** What the button said that opened the question. */
  readonly verb: string
  /** The words of its button, where others than the verb are laid down. */
  readonly confirm?: string
  /** What follows from it. */
  readonly message?: string
  readonly cancel?: string
  readonly danger?: boolean
}

/** A name of a list of abbreviations stays as it is: «ISP projects». */
const within = (name: string): string => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))

/** Asks before something is done to rows of an entity: «Delete 2 actions?», which ones, what follows, and the same verb on the button. */
export function confirmRows(entity: EntityDef, rows: readonly AnyRow[], { verb, confirm: yes = verb, ...rest }: RowsQuestion): Promise<boolean> {
  const [count, words] = [rows.length, `${entity.area}.entities.${entity.name}`]
  const kind = within(translate(`${words}.${count === 1 ? 'one' : 'many'}`))
  return confirm({
    ...rest,
    title: translate('kit.confirm.rows', { verb, count, kind }),
    names: rows.map((row) => nameOfRow(entity, row)),
    count,
    confirm: yes,
  })
}
