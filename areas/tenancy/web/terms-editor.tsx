import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instance } from '#areas/tenancy/contract/instance.ts'
import { maxTerms, type listTerms, type publishTerms, type TermsDocument } from '#areas/tenancy/contract/terms.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { MarkdownEditor } from '#kit/web/ui/markdown-editor.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import css from './tenancy.module.css'

interface TermsEditorProps {
  readonly instance: Instance
  readonly editable: boolean
}

/** The terms of use of an instance: a new version, and all there were. */
export function TermsEditor({ instance, editable }: TermsEditorProps) {
  const list = useQuery({
    queryKey: ['instance', instance.id, 'terms'],
    queryFn: ({ signal }) => api.call<typeof listTerms>('GET /instance/{id}/terms', { params: { id: instance.id }, signal }),
  })
  if (list.error) return <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows count={3} />
  return (
    <>
      {editable ? <Draft instance={instance} newest={list.data.objects[0]} /> : null}
      <Versions versions={list.data.objects} />
    </>
  )
}

const textsOf = (terms: TermsDocument | undefined) => ({ text_en: terms?.text_en ?? '', text_fr: terms?.text_fr ?? '' })
const same = (a: ReturnType<typeof textsOf>, b: typeof a) => a.text_en === b.text_en && a.text_fr === b.text_fr

/** Begins with what is published. What somebody types stays, also when another version is published meanwhile. */
function Draft({ instance, newest }: { readonly instance: Instance; readonly newest: TermsDocument | undefined }) {
  const t = useWords('tenancy')
  const published = textsOf(newest)
  const [base, setBase] = useState(published)
  const [texts, setTexts] = useState(published)
  const { errorOf, form, busy, save } = useSaving({ after: () => invalidate('instance') })
  const unchanged = same(texts, base)
  if (!same(base, published) && (unchanged || same(texts, published))) {
    setBase(published)
    setTexts(published)
  }
  useAskBeforeLeaving(!unchanged)
  const publish = async () => {
    if (!(await confirm({ title: t('terms.publish_confirm', { name: instance.name }), confirm: t('terms.publish') }))) return
    await save(async () => {
      const { message } = await api.call<typeof publishTerms>('POST /instance/{id}/terms', {
        params: { id: instance.id },
        body: { ...texts, version: newest?.version ?? 0 },
      })
      // Whoever publishes is asked like everybody else.
      session.set((await api.get<{ user: SessionUser }>('/auth/check')).user)
      return message
    })
  }
  return (
    <form ref={form} noValidate className={css.form} onSubmit={(event) => event.preventDefault()}>
      <p className={`${css.note} ${css.whole}`}>{t('terms.publish_hint')}</p>
      {languages.map((lang) => (
        <MarkdownEditor
          key={lang}
          label={t(`terms.text_${lang}`)}
          maxLength={maxTerms}
          value={texts[`text_${lang}`]}
          error={errorOf(`text_${lang}`)}
          onChange={(value) => setTexts({ ...texts, [`text_${lang}`]: value })}
        />
      ))}
      <Row across wrap align="center" gap={8}>
        <Button variant="primary" loading={busy} disabled={unchanged} onClick={() => void publish()}>
          {t('terms.publish')}
        </Button>
      </Row>
    </form>
  )
}

function Versions({ versions }: { readonly versions: readonly TermsDocument[] }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const [shown, setShown] = useState<TermsDocument>()
  if (versions.length === 0) return <p className={css.note}>{t('terms.none')}</p>
  return (
    <>
      <Box as="ul" above={12} className={css.versions} aria-label={t('terms.versions')}>
        {versions.map((each) => (
          <Row as="li" wrap align="center" gap={8} padY={6} edge="soft-above" key={each.version}>
            {t('terms.version_of', { version: String(each.version), day: format.date(each.published_at) })}
            <span>{each.published_by ? t('terms.published_by', { name: each.published_by }) : ''}</span>
            <Button
              variant="link"
              size="sm"
              aria-label={`${t('terms.show')} – ${t('terms.version', { version: String(each.version) })}`}
              onClick={() => setShown(each)}
            >
              {t('terms.show')}
            </Button>
          </Row>
        ))}
      </Box>
      {shown ? (
        <Modal title={t('terms.version', { version: String(shown.version) })} size="lg" onClose={() => setShown(undefined)}>
          {languages.map((lang) =>
            shown[`text_${lang}`] ? (
              <section key={lang} lang={lang} aria-label={t(`terms.text_${lang}`)}>
                <Markdown text={shown[`text_${lang}`]} />
              </section>
            ) : null,
          )}
        </Modal>
      ) : null}
    </>
  )
}
