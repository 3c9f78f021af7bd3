-- sysbench's side of the lookup: prepared once, one row by its id, the whole result stored.

sysbench.cmdline.options = {
   rows = {"Number of rows in the table", 10000},
}

function thread_init()
   connection = sysbench.sql.driver():connect()
   by_id = connection:prepare("select id, nome from estado where id = ?")
   id = by_id:bind_create(sysbench.sql.type.INT)
   by_id:bind_param(id)
end

function event()
   id:set(sysbench.rand.uniform(1, sysbench.opt.rows))
   by_id:execute()
end

function thread_done()
   by_id:close()
   connection:disconnect()
end
