import { useState } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/kinds/lazy-controls.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { apiKey } from '#areas/programs/contract/api-key.ts'
import { changeOne } from './keys-api.ts'
import { digits, networkError, networksOf } from './new-key-dialog.tsx'

interface ChangeProps {
  readonly row: RowOf<typeof apiKey>
  readonly onClose: () => void
}

/** Changes what does not make it another key. */
export function ChangeDialog({ row, onClose }: ChangeProps) {
  const t = useWords('programs')
  const [name, setName] = useState(row.name ?? '')
  const [networks, setNetworks] = useState((row.networks ?? []).join(' '))
  const [ends, setEnds] = useState(row.ends_on)
  const [reminder, setReminder] = useState(String(row.reminder_days ?? ''))
  const [calls, setCalls] = useState(String(row.daily_calls ?? ''))
  const send = async () => {
    const { message } = await changeOne(row.id, {
      version: row.version,
      name: name.trim(),
      networks: networksOf(networks),
      // What stays is not held to bounds that have changed since.
      ...(ends !== null && ends !== row.ends_on && { ends_on: ends }),
      ...(reminder !== '' && Number(reminder) !== row.reminder_days && { reminder_days: Number(reminder) }),
      ...(calls !== '' && Number(calls) !== row.daily_calls && { daily_calls: Number(calls) }),
    })
    return message
  }
  return (
    <FormDialog
      title={t('keys.change_title', { name: row.name ?? '' })}
      action={t('keys.change')}
      complete={name.trim().length >= 2 && ends !== null}
      send={send}
      onClose={onClose}
      onDone={onClose}
    >
      {(errorOf) => (
        <>
          <Text as="p" tone="soft">
            {t('keys.change_text')}
          </Text>
          <TextInput
            label={t('entities.api_key.fields.name')}
            required
            value={name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextInput
            label={t('keys.networks')}
            help={t('keys.networks_hint')}
            value={networks}
            error={networkError(errorOf, networks)}
            onChange={(event) => setNetworks(event.target.value)}
          />
          <Grid columns={3} gap={12} across>
            <DateInput label={t('keys.ends_on')} required value={ends} error={errorOf('ends_on')} onChange={setEnds} />
            <TextInput
              label={t('keys.reminder')}
              inputMode="numeric"
              value={reminder}
              error={errorOf('reminder_days')}
              onChange={(event) => setReminder(digits(event.target.value))}
            />
            <TextInput
              label={t('keys.calls')}
              inputMode="numeric"
              value={calls}
              error={errorOf('daily_calls')}
              onChange={(event) => setCalls(digits(event.target.value))}
            />
          </Grid>
        </>
      )}
    </FormDialog>
  )
}
