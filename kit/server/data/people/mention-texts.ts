import { sql } from 'kysely'
import { mentionsIn, referencesIn, spokenText } from '#kit/contract/mention.ts'
import { hiddenName } from '#kit/server/data/sql/columns.ts'
import { readableObjects } from '#kit/server/data/links/object-names.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A sign at which a text was cut. */
const cutSign = /[@#]\[[^\]]*$/

/**
 * Texts with the names of people in place of the signs that call them, and of objects as far as their reader may open them; several readers, `resources` null, are
 * told of none. Two statements for all of them.
 */
export async function mentionTexts(tx: Tx, resources: Resources | null, texts: readonly string[]): Promise<(text: string) => string> {
  const ids = [...new Set(texts.flatMap(mentionsIn))]
  const [people, objects] = [
    ids.length === 0
      ? []
      : await tx.run(sql<{ id: number; name: string }>`select id, name from member where customer_id = ${tx.customerId} and id = any(${ids}::bigint[])`),
    resources === null ? [] : await readableObjects(tx, resources, texts.flatMap(referencesIn)),
  ]
  return (text) =>
    spokenText(
      text.replace(cutSign, '…'),
      (id) => `@${people.find((one) => one.id === id)?.name ?? hiddenName[tx.who.lang]}`,
      ({ entity, id }) => {
        const object = objects.find((one) => one.entity === entity && one.id === id)
        return object ? [object.identifier, object.name].filter(Boolean).join(' ') : '#…'
      },
    )
}
