import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { ErrorOf } from '#kit/web/ui/use-saving.ts'
import type { Scopes } from '#areas/programs/contract/api-key.ts'
import { usualKey, type KeyChoices, type MadeKey } from '#areas/programs/contract/calls.ts'
import { makeOne, useKeyChoices } from './keys-api.ts'
import { Places } from './places.tsx'

interface NewKeyProps {
  readonly onClose: () => void
  readonly onMade: (name: string, made: MadeKey, type: string | undefined) => void
}

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
export const digits = (text: string) => text.replaceAll(/\D/g, '').slice(0, 7)

/** Says what a key may, where, from where and for how long; its secret comes with the answer. */
export function NewKeyDialog({ onClose, onMade }: NewKeyProps) {
  const t = useWords('programs')
  const { data: choices } = useKeyChoices()
  const [name, setName] = useState('')
  const [read, setRead] = useState<readonly string[]>([])
  const [write, setWrite] = useState<readonly string[]>([])
  const [perimeters, setPerimeters] = useState<readonly number[]>([])
  const [networks, setNetworks] = useState('')
  const [days, setDays] = useState('')
  const [reminder, setReminder] = useState('')
  const [calls, setCalls] = useState('')
  const send = async () => {
    const { message, object } = await makeOne({
      name: name.trim(),
      read: [...read],
      write: [...write],
      perimeters: [...perimeters],
      networks: networksOf(networks),
      days: number(days),
      reminder_days: number(reminder),
      daily_calls: number(calls),
    })
    onMade(name.trim(), object, firstOf({ read, write }, choices?.types))
    return message
  }
  const complete = name.trim().length >= 2 && read.length + write.length > 0
  return (
    <FormDialog title={t('entities.api_key.new')} size="md" action={t('keys.make')} complete={complete} send={send} onClose={onClose} onDone={() => {}}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('entities.api_key.fields.name')}
            help={t('keys.name_hint')}
            required
            value={name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <Types label={t('keys.read')} types={choices?.types} value={read} error={errorOf('read')} onChange={setRead} />
          <Types
            label={t('keys.write')}
            help={t('keys.write_hint')}
            types={choices?.types.filter((one) => one.write)}
            value={write}
            error={errorOf('write')}
            onChange={setWrite}
          />
          <Places
            label={t('entities.api_key.fields.perimeters')}
            help={t('keys.perimeters_hint')}
            value={perimeters}
            error={errorOf('perimeters')}
            onChange={setPerimeters}
          />
          <TextInput
            label={t('keys.networks')}
            help={t('keys.networks_hint')}
            value={networks}
            error={networkError(errorOf, networks)}
            onChange={(event) => setNetworks(event.target.value)}
          />
          <Grid columns={3} gap={12} across>
            <TextInput
              label={t('keys.days')}
              inputMode="numeric"
              placeholder={String(Math.min(usualKey.days, choices?.most_days ?? usualKey.days))}
              value={days}
              error={errorOf('days')}
              onChange={(event) => setDays(digits(event.target.value))}
            />
            <TextInput
              label={t('keys.reminder')}
              inputMode="numeric"
              placeholder={String(Math.min(usualKey.reminder, choices?.most_reminder ?? usualKey.reminder))}
              value={reminder}
              error={errorOf('reminder_days')}
              onChange={(event) => setReminder(digits(event.target.value))}
            />
            <TextInput
              label={t('keys.calls')}
              inputMode="numeric"
              placeholder={String(Math.min(usualKey.calls, choices?.most_calls ?? usualKey.calls))}
              value={calls}
              error={errorOf('daily_calls')}
              onChange={(event) => setCalls(digits(event.target.value))}
            />
          </Grid>
          <Text as="p" size={12} tone="quiet">
            {t('keys.never_more')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** Rows that a key may list, for a command to try; undefined: it lists none. */
export const firstOf = (scopes: Scopes | null, types: KeyChoices['types'] = []): string | undefined =>
  [...(scopes?.read ?? []), ...(scopes?.write ?? [])].find((name) => types.some(({ type, rows }) => rows && type === name))

/** Networks as they are typed, one after the other. */
export const networksOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

/** Any of those that were typed may be the wrong one. */
export function networkError(errorOf: ErrorOf, typed: string): string | undefined {
  const errors = networksOf(typed).map((_, n) => errorOf(`networks.${n}`))
  return errors.find((error) => error !== undefined) ?? errorOf('networks')
}

interface TypesProps {
  readonly label: string
  readonly help?: string
  readonly types: KeyChoices['types'] | undefined
  readonly value: readonly string[]
  readonly error: string | undefined
  readonly onChange: (value: readonly string[]) => void
}

const Types = ({ label, help, types = [], value, error, onChange }: TypesProps) => (
  <MultiSelect
    label={label}
    help={help}
    error={error}
    value={value}
    options={types.map(({ type, name }) => ({ value: type, label: name }))}
    loading={types.length === 0}
    clearable
    onChange={onChange}
  />
)
