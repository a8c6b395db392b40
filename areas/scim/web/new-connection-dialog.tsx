import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { RotateDialog } from '#kit/web/ui/rotate-dialog.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { ErrorOf } from '#kit/web/ui/use-saving.ts'
import { mostOverlap, usualDays, usualOverlap } from '#areas/scim/contract/calls.ts'
import { makeOne, rotateOne } from './scim-api.ts'
import type { ShownToken } from './token-dialog.tsx'

interface DialogProps {
  readonly onClose: () => void
  readonly onMade: (shown: ShownToken) => void
}

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
const digits = (text: string) => text.replaceAll(/\D/g, '').slice(0, 3)

/** Says what the identity provider is called and from where it comes; its token comes with the answer. */
export function NewConnectionDialog({ onClose, onMade }: DialogProps) {
  const t = useWords('scim')
  const [name, setName] = useState('')
  const [networks, setNetworks] = useState('')
  const [days, setDays] = useState('')
  const [trial, setTrial] = useState(true)
  const [invites, setInvites] = useState(false)
  const send = async () => {
    const { message, object } = await makeOne({ name: name.trim(), networks: wordsIn(networks), trial, invites, ...(days !== '' && { days: Number(days) }) })
    onMade({ name: name.trim(), made: object })
    return message
  }
  return (
    <FormDialog
      title={t('entities.scim_connection.new')}
      size="md"
      action={t('connection.make')}
      complete={name.trim().length >= 2}
      send={send}
      onClose={onClose}
      onDone={() => {}}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('entities.scim_connection.fields.name')}
            help={t('connection.name_hint')}
            required
            value={name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextInput
            label={t('connection.networks')}
            help={t('connection.networks_hint')}
            value={networks}
            error={networkError(errorOf, networks)}
            onChange={(event) => setNetworks(event.target.value)}
          />
          <TextInput
            label={t('connection.days')}
            inputMode="numeric"
            placeholder={String(usualDays)}
            value={days}
            error={errorOf('days')}
            onChange={(event) => setDays(digits(event.target.value))}
          />
          <Checkbox label={t('connection.trial')} checked={trial} onChange={(event) => setTrial(event.target.checked)} />
          <Checkbox label={t('connection.invites')} checked={invites} onChange={(event) => setInvites(event.target.checked)} />
        </>
      )}
    </FormDialog>
  )
}

/** Any of those that were typed may be the wrong one. */
const networkError = (errorOf: ErrorOf, typed: string): string | undefined =>
  wordsIn(typed)
    .map((_, n) => errorOf(`networks.${n}`))
    .find((error) => error !== undefined) ?? errorOf('networks')

/** A new token, and for how long the former one lets in beside it. */
export function NewTokenDialog({ id, name, onClose, onMade }: DialogProps & { readonly id: number; readonly name: string }) {
  const t = useWords('scim')
  const send = async (hours: number) => {
    const { message, object } = await rotateOne(id, hours)
    onMade({ name, made: object })
    return message
  }
  return (
    <RotateDialog
      title={t('connection.new_token')}
      action={t('connection.new_token')}
      text={t('connection.rotate_text')}
      label={t('connection.overlap')}
      usual={usualOverlap}
      most={mostOverlap}
      send={send}
      onClose={onClose}
    />
  )
}
