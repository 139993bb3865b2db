// Runs in a worker. Of whatever language and zone: the tables are the same.
new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'EUR' }).format(1)
new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).format(1)
self.close()
