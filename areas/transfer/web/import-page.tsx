import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  archiveBytes,
  stoppedHours,
  type Brought,
  type bringArchive,
  type deleteImport,
  type listImports,
  type runImport,
} from '#areas/transfer/contract/calls.ts'
import { SoldFacts } from '#areas/tenancy/web/index.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import type { Glyph, Tone } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './transfer.module.css'

const key = ['archive_import']
const looks: Readonly<Record<Brought['status'], { readonly tone?: Tone; readonly glyph: Glyph }>> = {
  CHECKING: { tone: 'primary', glyph: 'half' },
  REFUSED: { tone: 'bad', glyph: 'cross' },
  GOOD: { tone: 'success', glyph: 'check' },
  IMPORTING: { tone: 'primary', glyph: 'half' },
  IMPORTED: { tone: 'success', glyph: 'check' },
  FAILED: { tone: 'bad', glyph: 'cross' },
}
const underWay = ({ status, stopped }: Brought) => (status === 'CHECKING' || status === 'IMPORTING') && !stopped
const again = () => queryClient.invalidateQueries({ queryKey: key })

/** An organisation of another installation, brought in from its archive: looked at first, then made whole or not at all. */
export function Page() {
  const t = useWords('transfer')
  const [sent, setSent] = useState<number>()
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call<typeof listImports>('GET /archive-import', { signal })).objects,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(underWay) ? 1_000 : false),
  })
  const send = async ([file]: File[]) => {
    if (!file) return
    setSent(0)
    try {
      const { message = '' } = await api.upload<AnswerOf<typeof bringArchive>>('/archive-import', file, { onProgress: setSent })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    setSent(undefined)
    await again()
  }
  return (
    <Sheet canvas>
      <div className={css.page}>
        <Block title={t('bring.choose')}>
          <Stack gap={10}>
            <Text as="p" size={13}>
              {t('bring.intro')}
            </Text>
            <FileDrop single accept=".zip" maxBytes={archiveBytes} disabled={sent !== undefined} onFiles={(files) => void send(files)} />
            {sent === undefined ? null : (
              <Row gap={8} align="center" aria-live="polite">
                <Text size={13}>{t('bring.sending')}</Text>
                <Progress value={Math.round(sent * 100)} />
              </Row>
            )}
          </Stack>
        </Block>
        <Block title={t('bring.list')}>
          {list.error ? (
            <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
          ) : !list.data ? (
            <SkeletonRows count={3} />
          ) : list.data.length === 0 ? (
            <EmptyState title={t('bring.none')} text={t('bring.none_hint')} />
          ) : (
            <ul className={css.list}>
              {list.data.map((one) => (
                <Item key={one.id} one={one} />
              ))}
            </ul>
          )}
        </Block>
      </div>
    </Sheet>
  )
}

function Item({ one }: { readonly one: Brought }) {
  const t = useWords('transfer')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const { id, file_name, size, status, percent, about, faults, made, stopped } = one
  const name = about?.name ?? file_name
  const remove = async () => {
    if (!(await confirm({ title: t('bring.remove_title'), message: t('bring.remove_text'), confirm: t('bring.remove'), danger: true }))) return
    try {
      const { message = '' } = await api.call<typeof deleteImport>('DELETE /archive-import/{id}', { params: { id } })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await again()
  }
  return (
    <li className={css.item}>
      <Stack gap={4} narrows>
        <Row gap={8} align="center" wrap>
          <Text weight={500}>{status === 'IMPORTED' && made ? made.name : name}</Text>
          <StatusBadge {...looks[status]}>{t(`bring.status.${status}`)}</StatusBadge>
          <Text size={13} tone="quiet">
            {file_name} · {format.size(size)}
          </Text>
        </Row>
        {underWay(one) ? <Progress value={percent} /> : null}
        {stopped ? (
          <Text as="p" size={13}>
            {t('bring.stopped', { hours: stoppedHours })}
          </Text>
        ) : null}
        {about ? (
          <Text as="p" size={13} tone="quiet">
            {t('bring.about', { moment: format.dateTime(about.made_at), version: about.version })}
            <br />
            {t('bring.counts', { rows: about.rows, files: about.files, people: about.members, entries: about.entries })}
          </Text>
        ) : null}
        {faults.length > 0 ? (
          <Stack gap={4}>
            <Text as="p" size={13}>
              {t('bring.faults', { count: faults.length })}
            </Text>
            <ul className={css.holds}>
              {faults.map((fault) => (
                <li key={fault}>
                  <span aria-hidden>·</span>
                  <span>{fault}</span>
                </li>
              ))}
            </ul>
          </Stack>
        ) : null}
      </Stack>
      <Row gap={8}>
        {status === 'GOOD' ? (
          <Button variant="primary" aria-label={t('bring.run_of', { name })} onClick={() => setAsked(true)}>
            {t('bring.run')}
          </Button>
        ) : null}
        {status === 'IMPORTED' ? <ButtonLink to={path('/admin/customer')}>{t('bring.enter')}</ButtonLink> : null}
        {underWay(one) ? null : (
          <Button aria-label={t('bring.remove_of', { name })} onClick={() => void remove()}>
            {t('bring.remove')}
          </Button>
        )}
      </Row>
      {asked ? <RunDialog one={one} name={name} onClose={() => setAsked(false)} /> : null}
    </li>
  )
}

function RunDialog({ one, name, onClose }: { readonly one: Brought; readonly name: string; readonly onClose: () => void }) {
  const t = useWords('transfer')
  const [typed, setTyped] = useState(name)
  const send = async () => {
    const { message } = await api.call<typeof runImport>('POST /archive-import/{id}/run', {
      params: { id: one.id },
      body: { name: typed.trim(), version: one.version },
    })
    await again()
    return message
  }
  return (
    <FormDialog title={t('bring.run_title', { name })} action={t('bring.run')} complete={typed.trim().length >= 2} send={send} onClose={onClose}>
      {(errorOf) => (
        <Stack gap={12}>
          <Text as="p" size={13}>
            {t('bring.run_text')}
          </Text>
          <TextInput
            label={t('bring.name')}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            maxLength={128}
            error={errorOf('name')}
            required
          />
          {one.about?.brings ? (
            <Stack gap={8}>
              <Text as="p" size={13}>
                {t('bring.sold')}
              </Text>
              <SoldFacts sold={one.about.brings} />
              <Text as="p" size={13} tone="quiet">
                {t('bring.sold_later')}
              </Text>
            </Stack>
          ) : null}
        </Stack>
      )}
    </FormDialog>
  )
}
