import { useState } from 'react'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { inviteOutside } from '#areas/campaigns/contract/outside-calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './outside.module.css'

const names = ['email', 'firstname', 'lastname'] as const

interface InviteDialogProps {
  /** What they can be asked to answer; of several one is chosen. */
  readonly evaluations: readonly { readonly id: number; readonly name: string }[]
  /** Somebody who is known already, as they are called. */
  readonly person?: { readonly name: string; readonly email: string }
  readonly onClose: () => void
}

/** The first word is taken for the first name: whoever sends it sees both, and mends them. */
function blank({ name, email }: { readonly name: string; readonly email: string } = { name: '', email: '' }) {
  const [firstname = '', ...others] = name.trim().split(/\s+/)
  return { email, firstname, lastname: others.join(' ') }
}

/** Asks somebody from outside to answer an evaluation. */
export function InviteDialog({ evaluations, person, onClose }: InviteDialogProps) {
  const t = useWords('campaigns')
  const [values, setValues] = useState(() => blank(person))
  const [lang, setLang] = useState<Language>(useLanguage())
  const [first] = evaluations
  const [chosen, setChosen] = useState(evaluations.length === 1 ? (first?.id ?? null) : null)
  const send = async () =>
    (await api.call<typeof inviteOutside>('POST /evaluation/{id}/outside', { params: { id: chosen ?? 0 }, body: { ...values, lang } })).message
  return (
    <FormDialog
      title={t('outside.people.add')}
      action={t('outside.people.invite')}
      complete={chosen !== null && names.every((name) => values[name].trim() !== '')}
      send={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Grid gap={12} className={css.fields}>
            {evaluations.length > 1 || person ? (
              <Select
                label={t('outside.people.campaign')}
                required
                options={evaluations.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={chosen === null ? null : String(chosen)}
                onChange={(value) => setChosen(value === null ? null : Number(value))}
              />
            ) : null}
            {names.map((name) => (
              <TextInput
                key={name}
                type={name === 'email' ? 'email' : 'text'}
                label={t(`outside.people.${name}`)}
                required
                autoComplete="off"
                maxLength={name === 'email' ? 254 : 128}
                value={values[name]}
                error={errorOf(name)}
                onChange={({ currentTarget: { value } }) => setValues((now) => ({ ...now, [name]: value }))}
              />
            ))}
            <Segmented
              label={t('outside.people.lang')}
              value={lang}
              onChange={setLang}
              options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </Grid>
        </>
      )}
    </FormDialog>
  )
}
