import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import {
  maxLogoBytes,
  messageColors,
  type LoginMessage,
  type readLoginMessage,
  type removeLoginLogo,
  type writeLoginMessage,
} from '#areas/tenancy/contract/login-message.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { MarkdownEditor } from '#kit/web/ui/markdown-editor.tsx'
import { Block, BlockGrid, Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { LoginMessagePanel } from './login-message-panel.tsx'
import css from './tenancy.module.css'

const key = ['login_message']
const keep = (object: LoginMessage) => queryClient.setQueryData(key, { ok: true, object })

/** What everybody sees beside the sign-in form, in both languages (ADM-31). */
export function Page() {
  const message = useQuery({ queryKey: key, queryFn: ({ signal }) => api.call<typeof readLoginMessage>('GET /login_message/1', { signal }) })
  if (message.error)
    return (
      <Sheet>
        <ErrorState reason={message.error} onRetry={() => void message.refetch()} />
      </Sheet>
    )
  if (!message.data)
    return (
      <Sheet>
        <SkeletonRows />
      </Sheet>
    )
  return <Editor message={message.data.object} />
}

/** Without what is not written with the rest. */
function wordsOf(message: LoginMessage) {
  const { logo: _, version: __, ...words } = message
  return words
}

function Editor({ message }: { readonly message: LoginMessage }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [lang, setLang] = useState<Language>(useLanguage())
  const [values, setValues] = useState(message)
  const {
    errorOf: errorAt,
    form,
    busy,
    save: saving,
  } = useSaving({
    onRefused: ({ errors, code, object }) => {
      // What is wrong may stand in the language that is not shown.
      const wrong = languages.find((each) => Object.keys(errors).some((name) => name.endsWith(`_${each}`)))
      if (wrong) setLang(wrong)
      if (code === 'STALE') keep(object as LoginMessage)
    },
  })
  const set = (name: 'title' | 'content' | 'label_button' | 'link_id', value: string) => setValues({ ...values, [`${name}_${lang}`]: value })
  const textOf = (name: 'title' | 'content' | 'label_button' | 'link_id') => values[`${name}_${lang}`] ?? ''
  const errorOf = (name: string) => errorAt(`${name}_${lang}`)

  const save = () =>
    saving(async () => {
      const body = { ...wordsOf(values), version: message.version }
      const { message: said, object } = await api.call<typeof writeLoginMessage>('PUT /login_message/1', { body })
      keep(object)
      setValues(object)
      return said
    })
  useAskBeforeLeaving(JSON.stringify(wordsOf(values)) !== JSON.stringify(wordsOf(message)), save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const picture = async (work: () => Promise<{ message?: string; object: LoginMessage }>) => {
    try {
      const { message: serverMessage = '', object } = await work()
      keep(object)
      toast.success(serverMessage)
    } catch (reason) {
      toast.error((reason instanceof ApiError && reason.errors['file']?.[0]) || failureText(reason))
    }
  }
  const removePicture = async () => {
    const question = { title: t('login_message.remove_image_ask'), message: t('login_message.remove_image_text'), confirm: kit('actions.remove'), danger: true }
    if (await confirm(question)) await picture(() => api.call<typeof removeLoginLogo>('DELETE /login_message/logo/1'))
  }
  // As it will be kept: what was cleared is not there.
  const kept = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && value.trim() === '' ? null : value]),
  ) as typeof values
  const written = languages.filter((each) => kept[`title_${each}`] ?? kept[`content_${each}`])
  const other = written.find((each) => each !== lang)
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={t('login_message.title')} text={t('login_message.hint')} />
        <Segmented
          label={t('customer.fields.lang')}
          value={lang}
          onChange={setLang}
          options={languages.map((value) => ({ value, label: kit(`language.${value}`) }))}
        />
      </PageToolbar>
      <div>
        <BlockGrid>
          <Block title={kit(`language.${lang}`)} span={6}>
            <form ref={form} noValidate className={css.form} onSubmit={submit}>
              <div className={css.whole}>
                <TextInput
                  label={t('login_message.fields.title')}
                  maxLength={128}
                  value={textOf('title')}
                  error={errorOf('title')}
                  onChange={(event) => set('title', event.target.value)}
                />
              </div>
              <div className={css.whole}>
                <MarkdownEditor
                  pictures={false}
                  key={lang}
                  label={t('login_message.fields.content')}
                  maxLength={5000}
                  value={textOf('content')}
                  error={errorOf('content')}
                  onChange={(value) => set('content', value)}
                />
              </div>
              <TextInput
                label={t('login_message.fields.label_button')}
                maxLength={64}
                value={textOf('label_button')}
                error={errorOf('label_button')}
                onChange={(event) => set('label_button', event.target.value)}
              />
              <TextInput
                label={t('login_message.fields.link_id')}
                help={t('login_message.link_hint')}
                maxLength={2000}
                value={textOf('link_id')}
                error={errorOf('link_id')}
                onChange={(event) => set('link_id', event.target.value)}
              />
              <Select
                label={t('login_message.fields.background_color')}
                options={messageColors.map((value) => ({ value, label: t(`login_message.colors.${value}`) }))}
                value={values[`background_color_${lang}`]}
                onChange={(value) => setValues({ ...values, [`background_color_${lang}`]: messageColors.find((each) => each === value) ?? 'PRIMARY' })}
              />
              <Row across wrap align="center" gap={8}>
                <Button type="submit" variant="primary" loading={busy}>
                  {kit('actions.save')}
                </Button>
              </Row>
            </form>
          </Block>
          <Block title={t('login_message.preview')} span={6}>
            {written.length > 0 ? (
              <>
                {!written.includes(lang) && other ? (
                  <p className={css.note}>{t('login_message.preview_other', { language: kit(`language.${lang}`), other: kit(`language.${other}`) })}</p>
                ) : null}
                <Row overflow="clipped" corner={8} className={css.frame}>
                  <LoginMessagePanel message={{ ...kept, logo: message.logo }} lang={lang} />
                </Row>
              </>
            ) : (
              <p className={css.note}>{t('login_message.preview_default')}</p>
            )}
          </Block>
          <Block title={t('login_message.image')} sub={t('login_message.image_hint')}>
            {message.logo ? (
              <Row gap={8} align="center" wrap>
                <img className={css.thumb} src={message.logo} alt={t('login_message.image_alt')} />
                <Button icon={<Trash2 size={14} aria-hidden />} onClick={() => void removePicture()}>
                  {t('login_message.remove_image')}
                </Button>
              </Row>
            ) : null}
            <FileDrop
              accept=".png,.jpg,.jpeg,.webp"
              wrongType={t('errors.picture')}
              maxBytes={maxLogoBytes}
              single
              onFiles={([file]) => {
                if (file) void picture(() => api.upload('/login_message/logo/1', file))
              }}
            />
          </Block>
        </BlockGrid>
      </div>
    </Sheet>
  )
}
