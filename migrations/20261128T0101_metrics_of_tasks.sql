-- Recurring tasks name the metrics whose values their answers give.
call link_table('runtask', 'metrics', 'metric');
