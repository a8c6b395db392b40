import { useEffect, useState, type FormEvent } from 'react'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { PasswordInput, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Logo } from '#app/web/shell/logo.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import styles from './first-run-page.module.css'

const fields = ['organisation', 'firstname', 'lastname', 'email', 'password', 'code'] as const
type FieldName = (typeof fields)[number]
const empty = Object.fromEntries(fields.map((field) => [field, ''])) as Record<FieldName, string>
const completions: Partial<Record<FieldName, string>> = {
  organisation: 'organization',
  firstname: 'given-name',
  lastname: 'family-name',
  email: 'username',
  password: 'new-password',
  code: 'off',
}

const typedKey = 'vigie.first_run'

/** What was typed here before the page was left or read anew: all but the password. */
function readTyped(): Partial<Record<FieldName, string>> {
  try {
    const typed = JSON.parse(sessionStorage.getItem(typedKey) ?? '{}') as Readonly<Record<string, unknown>>
    return Object.fromEntries(fields.flatMap((field) => (typeof typed[field] === 'string' ? [[field, typed[field]]] : [])))
  } catch {
    return {}
  }
}

const keep = (values: Record<FieldName, string>) => sessionStorage.setItem(typedKey, JSON.stringify({ ...values, password: '' }))

/** What stands in the fields at first: the code comes with the address, once. */
function atFirst(): Record<FieldName, string> {
  const code = new URLSearchParams(location.search).get('code')
  const values = { ...empty, ...readTyped(), ...(code && { code }) }
  keep(values)
  return values
}

/** Creates the first administrator of an empty installation; the address that the server printed carries the code. */
export function FirstRunPage() {
  const words = useWords('app')
  const kit = useWords('kit')
  const lang = useLanguage()
  const navigate = useNavigate()
  const [needed, setNeeded] = useState<boolean>()
  const [values, setValues] = useState(atFirst)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // The code is a secret: it does not stay in the address.
    history.replaceState(history.state, '', location.pathname)
    api.get<{ needed: boolean }>('/first_run').then(
      (answer) => setNeeded(answer.needed),
      (reason: unknown) => toast.error(failureText(reason)),
    )
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = fields.filter((field) => !values[field].trim())
    setErrors(Object.fromEntries(missing.map((field) => [field, [kit('errors.mandatory')]])))
    if (missing.length > 0) return
    setBusy(true)
    try {
      await api.post('/first_run', { ...values, lang })
      sessionStorage.removeItem(typedKey)
      toast.success(words('first_run.done'))
      await navigate({ to: path('/login') })
    } catch (reason) {
      toast.error(failureText(reason))
      if (reason instanceof ApiError) setErrors(reason.errors)
    } finally {
      setBusy(false)
    }
  }

  const input = (field: FieldName, help?: string) => {
    const shared = {
      size: 'lg' as const,
      label: words(`first_run.${field}`),
      value: values[field],
      error: errors[field]?.[0],
      required: true,
      maxLength: 254,
      autoComplete: completions[field] ?? 'off',
      ...(help ? { help } : {}),
      onChange: (event: { currentTarget: { value: string } }) => {
        const next = { ...values, [field]: event.currentTarget.value }
        setValues(next)
        keep(next)
      },
    }
    return field === 'password' ? <PasswordInput {...shared} /> : <TextInput {...shared} type={field === 'email' ? 'email' : 'text'} />
  }
  return (
    <Grid as="main" centered padY={24} padX={16} fill="canvas" className={styles.page}>
      <Grid gap={12} fill="surface" edge="all" className={styles.sheet}>
        <Row align="center" gap={8} weight={600}>
          <Logo /> {words('product')}
        </Row>
        <h1>{words('first_run.title')}</h1>
        {needed === false ? (
          <>
            <p>{words('first_run.not_needed')}</p>
            <ButtonLink to={path('/login')} variant="primary">
              {words('first_run.to_login')}
            </ButtonLink>
          </>
        ) : null}
        {needed ? (
          <Grid as="form" gap={12} onSubmit={(event) => void submit(event)} noValidate>
            <p>{words('first_run.text')}</p>
            {input('organisation')}
            <Grid gap={12} className={styles.pair}>
              {input('firstname')}
              {input('lastname')}
            </Grid>
            {input('email')}
            {input('password', words('first_run.password_help'))}
            {input('code', words('first_run.code_help'))}
            <Button type="submit" variant="primary" size="lg" wide loading={busy}>
              {words('first_run.create')}
            </Button>
          </Grid>
        ) : null}
      </Grid>
    </Grid>
  )
}
