import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import { GaugeScore } from '#kit/web/charts/gauge-score.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import { LogarithmicChart } from '#kit/web/charts/logarithmic-chart.tsx'
import { RadarsChart } from '#kit/web/charts/radars-chart.tsx'
import { WaterfallChart } from '#kit/web/charts/waterfall-chart.tsx'
import { Sample } from './sample.tsx'

const series = [
  { name: 'c1', color: 'c1', values: [40, 60, 50, 80, 70, 90] },
  { name: 'c1b', color: 'c1b', values: [20, 30, 40, 20, 50, 30] },
]
const steps = [
  { name: 'before', from: 0, to: 60, total: true },
  { name: 'better', from: 60, to: 72, total: false },
  { name: 'worse', from: 72, to: 65, total: false },
  { name: 'after', from: 0, to: 65, total: true },
]
const categories = ['1', '2', '3', '4', '5', '6']
const drawn = { label: 'series', categories, series, height: 180 }

/** Every drawing of figures. */
export function Drawings() {
  return (
    <>
      <Sample of="GaugeScore" span={3}>
        <GaugeScore label="GaugeScore" value={61} target={75} />
      </Sample>
      <Sample of="BarsChart" span={3}>
        <BarsChart {...drawn} />
      </Sample>
      <Sample of="LinesChart" span={3}>
        <LinesChart {...drawn} />
      </Sample>
      <Sample of="RadarsChart" span={3}>
        <RadarsChart {...drawn} />
      </Sample>
      <Sample of="WaterfallChart" span={3}>
        <WaterfallChart label="WaterfallChart" height={180} head={['step', 'points']} steps={steps} textOf={({ from, to }) => String(to - from)} />
      </Sample>
      <Sample of="LogarithmicChart" span={3}>
        <LogarithmicChart
          label="LogarithmicChart"
          height={180}
          table={{ head: [], rows: [] }}
          at={[1, 10, 100, 1000]}
          title="LogarithmicChart"
          series={[{ name: 'c5', color: 'c5', values: [100, 80, 20, 5] }]}
          max={100}
          show={String}
          showTick={String}
          showAt={String}
        />
      </Sample>
    </>
  )
}
