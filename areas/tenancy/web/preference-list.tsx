import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { fromInstance, type listPreferences, type Preference, type PreferenceValue, type writePreference } from '#areas/tenancy/contract/preferences.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { settingsKey } from './organisation-settings.ts'
import css from './preferences.module.css'

const key = 'preference'

/** Every preference with its value, its default, what it means and who may change it (ADM-21). */
export function PreferenceList() {
  const t = useWords('tenancy')
  const [changed, setChanged] = useState<Preference>()
  const { data, error, refetch } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => api.call<typeof listPreferences>('GET /preference', { signal }),
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={8} />
  return (
    <>
      <table className={css.preferences} aria-label={t('preferences.title')}>
        <thead>
          <tr>
            <th scope="col">{t('preferences.name')}</th>
            <th scope="col">{t('preferences.value')}</th>
            <th scope="col">{t('preferences.default')}</th>
            <th scope="col">{t('preferences.who')}</th>
            <th scope="col">
              <Text spoken>{t('preferences.change')}</Text>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.objects.map((one) => (
            <tr key={one.key}>
              <th scope="row">
                <Text weight={550}>{one.name}</Text>
                <Text as="p" size={12} tone="quiet">
                  {one.meaning}
                </Text>
              </th>
              <td>
                <Value of={one} value={one.value} />
                {one.inherited ? <Text tone="quiet"> {t('preferences.inherited')}</Text> : null}
              </td>
              <td>
                <Value of={one} value={one.default} />
              </td>
              <td>{one.who.join(', ')}</td>
              <td>
                {one.edit_right ? (
                  <IconButton label={t('preferences.change_one', { name: one.name })} onClick={() => setChanged(one)}>
                    <Pencil size={14} strokeWidth={1.75} />
                  </IconButton>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changed ? <ChangeDialog of={changed} onClose={() => setChanged(undefined)} /> : null}
    </>
  )
}

/** Left empty, it is the instance's. */
const inherits = ({ key: name }: Preference) => fromInstance.some((one) => one === name)

function Value({ of, value }: { readonly of: Preference; readonly value: PreferenceValue }) {
  const t = useWords('tenancy')
  const format = useFormat()
  if (value === null) return <Text tone="quiet">{t(inherits(of) ? 'preferences.no_default' : 'preferences.none')}</Text>
  if (typeof value === 'boolean') return t(value ? 'preferences.on' : 'preferences.off')
  return of.options.find((option) => option.value === value)?.label ?? (typeof value === 'number' ? format.number(value) : value)
}

function ChangeDialog({ of, onClose }: { readonly of: Preference; readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const before = of.inherited ? null : of.value
  const [value, setValue] = useState<PreferenceValue>(before)
  const empties = inherits(of)
  const help =
    of.min === null || of.max === null ? of.meaning : `${of.meaning} ${t('preferences.between', { min: format.number(of.min), max: format.number(of.max) })}`
  const send = async () => {
    const { message } = await api.call<typeof writePreference>('PUT /preference/{id}', {
      params: { id: of.id },
      body: { key: of.key, value, was: of.value },
    })
    await Promise.all([queryClient.invalidateQueries({ queryKey: [key] }), queryClient.invalidateQueries({ queryKey: settingsKey })])
    return message
  }
  return (
    <FormDialog title={of.name} action={kit('actions.save')} dirty={value !== before} complete={value !== null || empties} send={send} onClose={onClose}>
      {(errorOf) =>
        of.kind === 'flag' ? (
          <Checkbox label={of.name} checked={value === true} onChange={({ target }) => setValue(target.checked)} />
        ) : of.kind === 'choice' || of.kind === 'row' ? (
          <Select
            label={of.name}
            help={of.meaning}
            error={errorOf('value')}
            clearable={empties}
            options={of.options.map((option) => ({ value: String(option.value), label: option.label }))}
            value={value === null ? null : String(value)}
            onChange={(chosen) => setValue(of.options.find((option) => String(option.value) === chosen)?.value ?? null)}
          />
        ) : (
          <TextInput
            label={of.name}
            help={help}
            error={errorOf('value')}
            inputMode={of.kind === 'number' ? 'numeric' : 'text'}
            value={value === null ? '' : String(value)}
            onChange={({ target }) => setValue(typed(of, target.value))}
          />
        )
      }
    </FormDialog>
  )
}

/** What was typed, as the preference keeps it. */
function typed({ kind }: Preference, text: string): PreferenceValue {
  if (text.trim() === '') return null
  return kind === 'number' ? Number(text.replaceAll(/\D/g, '').slice(0, 4)) : text
}
