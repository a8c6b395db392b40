import { Snowflake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { showLanguage, useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { codeHeader, type openShared, type Shared } from '#areas/reporting/contract/share.ts'
import { BlockView } from './blocks/block-view.tsx'
import { LayoutView } from './layout-view.tsx'
import css from './shared-page.module.css'

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'code'; readonly wrong: string | undefined }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'open'; readonly shared: Shared }

/** A published dashboard by its link, without an account: what was frozen, in French first. */
export function SharedDashboardPage() {
  const t = useWords('reporting')
  const { token } = useParams<'/share/dashboard/$token'>()
  const isIn = useOptionalSession() !== null
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(() => {
    document.title = t('pages.shared')
  }, [t])
  useEffect(() => {
    if (!isIn) void showLanguage('fr')
  }, [isIn])
  const open = async (code?: string) => {
    try {
      const { object } = await api.call<typeof openShared>('GET /share/dashboard/{token}', {
        params: { token },
        context: null,
        ...(code !== undefined && { headers: { [codeHeader]: code } }),
      })
      setState(object ? { kind: 'open', shared: object } : { kind: 'code', wrong: undefined })
    } catch (reason) {
      const said = failureText(reason)
      if (reason instanceof ApiError && reason.status === 404) setState({ kind: 'invalid', reason: said })
      else if (reason instanceof ApiError && reason.errors['code']) setState({ kind: 'code', wrong: reason.errors['code'][0] })
      else setState({ kind: 'failed', reason: said })
    }
  }
  useEffect(() => {
    setState({ kind: 'loading' })
    void open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each link
  }, [token])
  return (
    <div className={css.page}>{state.kind === 'open' ? <Opened shared={state.shared} /> : <Closed state={state} onOpen={(code) => void open(code)} />}</div>
  )
}

function Languages() {
  const t = useWords('reporting')
  const language = useLanguage()
  return (
    <Segmented
      label={t('shared_page.language')}
      value={language}
      onChange={(next) => void showLanguage(next)}
      options={languages.toReversed().map((value) => ({ value, label: value.toUpperCase() }))}
    />
  )
}

interface ClosedProps {
  readonly state: Exclude<State, { readonly kind: 'open' }>
  readonly onOpen: (code?: string) => void
}

function Closed({ state, onOpen }: ClosedProps) {
  const t = useWords('reporting')
  const [code, setCode] = useState('')
  if (state.kind === 'loading') return <SkeletonRows count={12} />
  return (
    <main className={css.closed}>
      <Stack gap={14} edge="all" corner={8} fill="surface" padX={24} padY={24}>
        {state.kind === 'code' ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              onOpen(code.trim())
            }}
          >
            <Stack gap={12}>
              <Text as="h1" size={16} weight={600}>
                {t('pages.shared')}
              </Text>
              <Text as="p" tone="soft">
                {t('shared_page.code_text')}
              </Text>
              <TextInput
                label={t('shared_page.code')}
                autoFocus
                autoComplete="off"
                value={code}
                error={state.wrong}
                onChange={(event) => setCode(event.target.value)}
              />
              <Button type="submit" variant="primary" size="lg" wide disabled={code.trim() === ''}>
                {t('shared_page.open')}
              </Button>
            </Stack>
          </form>
        ) : (
          <>
            <Text as="h1" size={16} weight={600} role="alert">
              {state.reason}
            </Text>
            {state.kind === 'failed' ? <Button onClick={() => onOpen()}>{t('view.try_again')}</Button> : null}
          </>
        )}
      </Stack>
      <Languages />
    </main>
  )
}

function Opened({ shared }: { readonly shared: Shared }) {
  const t = useWords('reporting')
  const format = useFormat()
  const language = useLanguage()
  const { organisation, name, frozen, author, expires_at: until } = shared
  const shown = frozen[language]
  return (
    <>
      <header className={css.head}>
        <Row align="center" gap={8} weight={600}>
          <span className={css.mark} aria-hidden>
            {organisation.slice(0, 1).toUpperCase()}
          </span>
          {organisation}
        </Row>
        <Languages />
      </header>
      <main className={css.main}>
        <h1>{name[language]}</h1>
        <Row as="p" align="center" gap={6} tone="soft">
          <Snowflake size={14} aria-hidden /> {t('shared_page.figures_of', { at: format.dateTime(shown.at) })}
        </Row>
        <Text as="p" tone="quiet" below={14}>
          {t('shared_page.until', { number: shown.number, day: format.date(until) })}
        </Text>
        <LayoutView
          layout={shown.layout}
          render={(block) => (
            <BlockView block={block} opens={false} told={shown.blocks.find((each) => each.id === block.id) ?? { id: block.id, answer: null, error: null }} />
          )}
        />
      </main>
      <footer className={css.foot}>{t('shared_page.foot', { name: author ?? '–' })}</footer>
    </>
  )
}
