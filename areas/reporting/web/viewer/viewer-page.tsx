import { Download, House, Pencil, RefreshCw, Share2 } from 'lucide-react'
import { useState } from 'react'
import { reportFormats } from '#kit/contract/report.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { PageHeading, PageToolbar, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { ShownDashboard } from '#areas/reporting/contract/calls.ts'
import { BlockView } from '#areas/reporting/web/blocks/block-view.tsx'
import { FiguresOf } from '#areas/reporting/web/blocks/opened-lists.ts'
import { LayoutView } from '#areas/reporting/web/layout-view.tsx'
import { chooseHomeOf, computeAgain, useDashboard } from '#areas/reporting/web/reporting-api.ts'
import { ChangesStrip } from './changes-strip.tsx'
import { differenceOf } from './compare.ts'
import { useVersionKeys } from './version-keys.ts'
import { VersionRail } from './version-rail.tsx'
import css from './viewer.module.css'

const ShareDialog = lazy(async () => ({ default: (await import('#areas/reporting/web/share/share-dialog.tsx')).ShareDialog }))

/** A published dashboard, as it was frozen for the reader's part of the organisation; its versions beside it, one of them to compare with. */
export function Page() {
  const { id } = useParams<'/reporting/dashboards/$id/viewer'>()
  const asked = useAsked<'/reporting/dashboards/$id/viewer'>()
  const [number, against] = [numberOf(asked.number), numberOf(asked.against)]
  const query = useDashboard(Number(id), number)
  const compared = useDashboard(Number(id), against, against !== undefined)
  if (query.isError && !query.data) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Sheet canvas>
        <SkeletonRows count={12} />
      </Sheet>
    )
  }
  return <Viewer shown={query.data} then={against === undefined ? null : (compared.data ?? null)} />
}

/** The day of a version, of today nothing: then lists open as they are. */
function dayThen(at: string): string | undefined {
  const day = dayOf(new Date(at))
  return day === dayOf() ? undefined : day
}

const numberOf = (given: unknown): number | undefined => (typeof given === 'number' && Number.isInteger(given) && given > 0 ? given : undefined)

function Viewer({ shown, then }: { readonly shown: ShownDashboard; readonly then: ShownDashboard | null }) {
  const t = useWords('reporting')
  const format = useFormat()
  const ask = useAsk<'/reporting/dashboards/$id/viewer'>()
  const { changed } = useAsked<'/reporting/dashboards/$id/viewer'>()
  const shares = useRight('dashboard_link.write')
  const [sharing, setSharing] = useState(false)
  const { frozen, versions, edit_right: edits, is_home: home } = shown
  const running = versions.find(({ state }) => state === 'COMPUTING')
  const before = then?.frozen && frozen && then.frozen.number !== frozen.number ? then.frozen : null
  const difference = before && frozen ? differenceOf(frozen, before) : null
  useVersionKeys(shown, before !== null, ask)
  const told = (run: () => Promise<string>) => void run().then(toast.success, (reason: unknown) => toast.error(failureText(reason)))
  const earlier = versions.filter((version) => version.state === 'FROZEN' && version.number !== frozen?.number)
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading
          title={shown.name}
          text={[frozen ? t('viewer.figures_of', { number: frozen.number, at: format.dateTime(frozen.at) }) : null, shown.perimeter, shown.description]
            .filter(Boolean)
            .join(' · ')}
        />
        {earlier.length > 0 ? (
          <Row as="label" inline align="center" gap={6} tone="quiet" size={13} className={css.compare}>
            {t('viewer.compare')}
            <select
              value={before?.number ?? ''}
              onChange={(event) => ask({ against: event.target.value === '' ? undefined : Number(event.target.value) }, true)}
            >
              <option value="">{t('viewer.compare_none')}</option>
              {earlier.map((version) => (
                <option key={version.number} value={version.number}>
                  {`${t('viewer.version', { number: version.number })} · ${format.date(version.at)}`}
                </option>
              ))}
            </select>
          </Row>
        ) : null}
        {frozen ? (
          <Menu
            label={t('viewer.export')}
            trigger={(trigger) => (
              <Button icon={<Download size={14} aria-hidden />} variant={edits ? 'default' : 'primary'} {...trigger}>
                {t('viewer.export')}
              </Button>
            )}
          >
            {reportFormats.map((format) => (
              <MenuItem key={format} onSelect={() => void import('./files.ts').then(({ askDocument }) => askDocument(shown.id, frozen.number, format))}>
                {t(`viewer.${format}`)}
              </MenuItem>
            ))}
            <MenuItem onSelect={() => void import('./files.ts').then(({ askExcel }) => askExcel(shown.id, frozen.number))}>{t('viewer.excel')}</MenuItem>
            <MenuItem onSelect={() => window.print()}>{t('viewer.print')}</MenuItem>
            <MenuItem icon={<House size={14} aria-hidden />} onSelect={() => told(() => chooseHomeOf(home ? null : shown.id))}>
              {t(home ? 'viewer.close_in_cockpit' : 'viewer.open_in_cockpit')}
            </MenuItem>
            {edits ? (
              <MenuItem icon={<RefreshCw size={14} aria-hidden />} disabled={running !== undefined} onSelect={() => told(() => computeAgain(shown.id))}>
                {t('viewer.recompute')}
              </MenuItem>
            ) : null}
          </Menu>
        ) : null}
        {edits ? (
          <ButtonLink to={path('/reporting/dashboards/$id/builder', { id: shown.id })} icon={<Pencil size={14} aria-hidden />}>
            {t('viewer.edit')}
          </ButtonLink>
        ) : null}
        {edits && shares && frozen ? (
          <Button variant="primary" icon={<Share2 size={14} aria-hidden />} onClick={() => setSharing(true)}>
            {t('viewer.share')}
          </Button>
        ) : null}
      </PageToolbar>
      {running ? (
        <Text as="p" role="status" below={12} padY={8} padX={12} corner={6} fill="selected">
          {t('viewer.computing', { number: running.number, done: running.done, blocks: running.blocks })}
        </Text>
      ) : null}
      {difference && before ? (
        <ChangesStrip
          difference={difference}
          since={before}
          onlyChanged={changed === 1}
          onOnlyChanged={(only) => ask({ changed: only ? 1 : undefined }, true)}
          onClose={() => ask({ against: undefined, changed: undefined }, true)}
        />
      ) : null}
      <div className={css.columns}>
        <div className={css.main}>
          {frozen ? (
            <FiguresOf value={dayThen(frozen.at)}>
              <LayoutView
                layout={frozen.layout}
                render={(block) => {
                  if (changed === 1 && difference && !difference.changed.has(block.id)) return null
                  const one = frozen.blocks.find((each) => each.id === block.id)
                  const was = before
                    ? (before.blocks.find((each) => each.id === block.id) ?? (difference?.added.includes(block.id) ? null : undefined))
                    : undefined
                  return <BlockView block={block} told={one ?? { id: block.id, answer: null, error: null }} before={was} />
                }}
              />
            </FiguresOf>
          ) : (
            <EmptyState
              title={t('viewer.none')}
              text={t('viewer.none_text')}
              way={edits ? { label: t('viewer.edit'), to: path('/reporting/dashboards/$id/builder', { id: shown.id }) } : undefined}
            />
          )}
        </div>
        {versions.length > 0 ? <VersionRail shown={shown} against={before?.number ?? null} /> : null}
      </div>
      {sharing && frozen ? (
        <Suspense>
          <ShareDialog dashboard={shown} number={frozen.number} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </Sheet>
  )
}
