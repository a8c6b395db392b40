import { useRef, useState } from 'react'
import { inventoryLimits, type importInventory, type InventoryReport } from '#areas/assets/contract/inventory.ts'
import { supportingAsset } from '#areas/assets/contract/supporting-asset.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FileDrop, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { FileQueueList, useFileQueue } from '#kit/web/resource/file-queue.tsx'
import { usePage } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { namedOption, type Option } from '#kit/web/ui/option.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './assets.module.css'
import { InventoryResult } from './inventory-result.tsx'

interface Chosen {
  readonly application: Option | null
  readonly perimeter: Option | null
}

/** The services and components of one application from a file: first what that would change, then the change itself. */
export function InventoryDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('assets')
  const kit = useWords('kit')
  const [chosen, setChosen] = useState<Chosen>({ application: null, perimeter: null })
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<InventoryReport>()
  const [missing, setMissing] = useState<string>()
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState(false)
  const busy = useRef(false)

  const send = async (content: File, { application, perimeter }: Chosen, trial: boolean, confirmed = false) => {
    if (busy.current) return
    busy.current = true
    let refused: string | undefined
    setSending(true)
    setMissing(undefined)
    try {
      const query = {
        ...(trial && { trial: 1 }),
        ...(perimeter && { perimeter: perimeter.value }),
        ...(application && { application: application.value }),
        ...(confirmed && { confirmed: 1 }),
      }
      const { object } = await api.upload<AnswerOf<typeof importInventory>>('/supporting_asset/inventory', content, { query })
      setReport(object)
      if (!trial && object.faults.length === 0 && object.asks === null) {
        setDone(true)
        queue.settle('DONE', t('inventory.counts', object.counts))
        toast.success(t('inventory.done'))
        // Not waited for: the next file may be asked for at once.
        void invalidate('supporting_asset', 'business_value')
      }
    } catch (reason) {
      const errors = reason instanceof ApiError ? reason.errors : {}
      if (errors.perimeter) setMissing(errors.perimeter[0])
      else {
        refused = errors.file?.[0] ?? failureText(reason)
        toast.error(refused)
      }
    } finally {
      busy.current = false
      setSending(false)
    }
    // Nothing of it can be shown: the next one is looked at.
    if (trial && refused !== undefined) skip('REFUSED', refused)
  }
  /** Each file names its own application; where new assets stand is chosen for all of them. */
  const begin = (given: File) => {
    const next = { ...chosen, application: null }
    setChosen(next)
    setDone(false)
    setReport(undefined)
    setFile(given)
    void send(given, next, true)
  }
  const queue = useFileQueue(begin)
  const skip = (state: 'LEFT' | 'REFUSED', message?: string) => {
    queue.settle(state, message)
    queue.next()
  }
  /** What would change depends on whose file it is. */
  const choose = (change: Partial<Chosen>) => {
    const next = { ...chosen, ...change }
    setChosen(next)
    setMissing(undefined)
    if (file && 'application' in change) void send(file, next, true)
  }
  const moves = report ? report.counts.new + report.counts.changed : 0
  return (
    <Modal
      size="lg"
      title={t('inventory.title')}
      onClose={onClose}
      footer={
        <>
          {queue.waiting > 0 && !sending && !done ? (
            <Button onClick={() => (report?.faults.length ? skip('REFUSED', t('inventory.faults_found', { count: report.fault_count })) : skip('LEFT'))}>
              {kit('import.leave_file')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{kit(done ? 'actions.close' : 'actions.cancel')}</Button>
          {done && queue.waiting > 0 ? (
            <Button variant="primary" onClick={queue.next}>
              {kit('import.next_file')}
            </Button>
          ) : null}
          {done ? null : (
            <Button
              variant="primary"
              loading={sending}
              disabled={!file || moves === 0}
              onClick={() => file && void send(file, chosen, false, Boolean(report?.asks))}
            >
              {t(report?.asks ? 'inventory.run_anyway' : 'inventory.run')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12} className={css.inventory}>
        {done ? null : (
          <>
            {report ? null : (
              <Text as="p" apart tone="quiet">
                {t('inventory.hint')}
              </Text>
            )}
            <FileDrop accept=".json" maxBytes={inventoryLimits.bytes} wrongType={t('inventory.wrong_type')} onFiles={queue.add} />
            <Grid gap={12} className={css.choices}>
              <ApplicationSelect value={chosen.application} onChange={(application) => choose({ application })} />
              <PerimeterSelect value={chosen.perimeter} error={missing} onChange={(perimeter) => choose({ perimeter })} />
            </Grid>
          </>
        )}
        <FileQueueList files={queue.files} />
        {file ? (
          <Text as="p" apart weight={500} breaks>
            {file.name}
          </Text>
        ) : null}
        {report ? <InventoryResult report={report} done={done} /> : null}
      </Stack>
    </Modal>
  )
}

interface SelectProps {
  readonly value: Option | null
  readonly error?: string | undefined
  readonly onChange: (value: Option | null) => void
}

/** What is chosen stays among what is offered, whatever is searched. */
const offered = (value: Option | null, found: readonly Option[]) => (value && !found.some((one) => one.value === value.value) ? [value, ...found] : [...found])

function PerimeterSelect({ value, error, onChange }: SelectProps) {
  const t = useWords('assets')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', text, true)
  const found = options.map(({ id, name }) => namedOption(id, name))
  return (
    <Select
      label={t('inventory.perimeter')}
      clearable
      options={offered(value, found)}
      value={value?.value ?? null}
      error={error}
      onChange={(next) => onChange(offered(value, found).find((one) => one.value === next) ?? null)}
      onSearch={setText}
      more={more}
      loading={busy}
      failed={failed}
    />
  )
}

/** Assets that are no part of another application. */
function ApplicationSelect({ value, onChange }: SelectProps) {
  const t = useWords('assets')
  const [text, setText] = useState('')
  const { data, isFetching, isError } = usePage(
    supportingAsset,
    {
      queryParams: {
        sort: [{ name: 'name', order: 'asc' }],
        filters: [
          { name: 'application', selected_options: [null] },
          { name: 'type', selected_options: ['SOFTWARE'] },
        ],
        global_search: text.trim(),
        per_page: 50,
        page: 1,
      },
      page: 1,
    },
    {},
  )
  const found = (data?.objects ?? []).map(({ id, name }) => namedOption(id, name ?? ''))
  return (
    <Select
      label={t('inventory.application')}
      help={t('inventory.application_hint')}
      clearable
      options={offered(value, found)}
      value={value?.value ?? null}
      onChange={(next) => onChange(offered(value, found).find((one) => one.value === next) ?? null)}
      onSearch={setText}
      more={(data?.total ?? 0) > found.length}
      loading={isFetching}
      failed={isError}
    />
  )
}
