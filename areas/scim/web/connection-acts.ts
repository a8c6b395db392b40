import type { RowOf } from '#kit/contract/entity.ts'
import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { scimConnection } from '#areas/scim/contract/connection.ts'
import { pauseOne, revokeOne, takeOneOver } from './scim-api.ts'

export type Connection = RowOf<typeof scimConnection>

export const lasts = ({ state }: Connection) => state !== 'REVOKED'

export const told = (sent: Promise<{ readonly message?: string }>) =>
  sent
    .then(
      ({ message }) => toast.success(message ?? ''),
      (reason: unknown) => toast.error(failureText(reason)),
    )
    .then(renewed)

export async function revoke({ id, name }: Connection, t: WordsOf<'scim'>): Promise<void> {
  const asked = {
    title: t('connection.revoke_question'),
    message: t('connection.revoke_text'),
    names: [name ?? ''],
    count: 1,
    confirm: t('connection.revoke'),
    danger: true,
  }
  if (await confirm(asked)) await told(revokeOne(id))
}

export async function takeOver({ id, name }: Connection, t: WordsOf<'scim'>): Promise<void> {
  const asked = {
    title: t('connection.take_over_question'),
    message: t('connection.take_over_text'),
    names: [name ?? ''],
    count: 1,
    confirm: t('connection.take_over'),
  }
  if (await confirm(asked)) await told(takeOneOver(id))
}

export const pause = ({ id, paused }: Connection) => told(pauseOne(id, !paused))
