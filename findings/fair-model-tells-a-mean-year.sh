#!/bin/sh
# pyfair 0.1a13 multiplies the frequency of a loss with its size: an event that comes once in ten years and costs 100,000 is 10,000 in every one of its simulated years, with no spread.
# A year has none of these events or has one: nine in ten cost nothing, one costs 100,000. So its percentiles are those of a mean year; what is lost once in twenty years is told ten
# times too low here, while the mean agrees. A register compares means with it, never a percentile or the chance to go beyond a limit. Installs it in a temporary folder; fails where
# that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip -q --disable-pip-version-check install pyfair==0.1a13 numpy==2.4.6 pandas==3.1.1
cat >year.py <<'END'
import numpy
from pyfair import FairModel

model = FairModel(name='once in ten years', n_simulations=10000, random_seed=1)
model.input_data('Loss Event Frequency', constant=0.1)
model.input_data('Loss Magnitude', constant=100000)
model.calculate_all()
told = model.export_results()['Risk']
years = numpy.random.default_rng(1).poisson(0.1, 10000) * 100000
for name, losses in (('pyfair', told), ('years with whole events', years)):
    print(f'{name}: mean {round(float(losses.mean()), -3):.0f}, 95 % {numpy.percentile(losses, 95):.0f}, years without a loss {round(100 * float((losses == 0).mean()), -1):.0f} %')
END
found=$(python/bin/python year.py)
echo "$found"
[ "$found" = 'pyfair: mean 10000, 95 % 10000, years without a loss 0 %
years with whole events: mean 10000, 95 % 100000, years without a loss 90 %' ]
echo 'As described.'
