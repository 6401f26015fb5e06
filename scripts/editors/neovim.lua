-- Completion, problems and a rename in a real Neovim, which `scripts/editors/run` starts:
--   nvim --headless -u NONE -l is newer than Debian's Neovim 0.7, so: nvim --headless -u NONE -S neovim.lua
-- NOTES is a folder with a notebook, CAIRN the program, PAGE is docs/editors.md. Runs the code that
-- the page shows, with CAIRN as `cairn`. Ends with code 0 if all is well.

local notes, cairn = vim.env.NOTES, vim.env.CAIRN
local failures = {}

local function check(name, isRight, found)
  if isRight then
    io.stdout:write("ok   " .. name .. "\n")
  else
    table.insert(failures, name)
    io.stdout:write("FAIL " .. name .. ": " .. vim.inspect(found) .. "\n")
  end
end

local function finish()
  for _, client in pairs(vim.lsp.get_active_clients()) do client.stop() end
  vim.wait(200)
  vim.cmd(#failures == 0 and "qall!" or "cquit!")
end

local function read(path)
  local file = io.open(notes .. "/" .. path)
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

-- Returns the Lua code on the page.
local function page()
  local file = assert(io.open(vim.env.PAGE))
  local text = file:read("*a")
  file:close()
  return assert(text:match("```lua\n(.-)```"), "the page shows no Lua code")
end

local ok, problem = pcall(function()
  vim.cmd("filetype on")
  assert(loadstring(page(), "docs/editors.md"))()
  vim.cmd("edit " .. notes .. "/plan.md")
  vim.wait(5000, function()
    local all = vim.lsp.get_active_clients()
    return all[1] and all[1].initialized
  end)
  local clients = vim.lsp.get_active_clients()
  check("one client", #clients == 1 and clients[1].config.root_dir == notes, #clients)
  check("omnifunc", vim.bo.omnifunc == "v:lua.vim.lsp.omnifunc", vim.bo.omnifunc)

  local function request(method, params)
    local answers = vim.lsp.buf_request_sync(0, method, params, 5000) or {}
    for _, answer in pairs(answers) do return answer.result or answer.error end
  end

  -- Completion, in text with an emoji and Chinese.
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "😀 给 [[Sar" })
  vim.api.nvim_win_set_cursor(0, { 1, #"😀 给 [[Sar" })
  vim.cmd("startinsert!")
  local found = request("textDocument/completion", vim.lsp.util.make_position_params())
  local item = found and found.items and found.items[1]
  check("completion", item and item.textEdit.newText == "Sarah]]", found)
  if item then vim.lsp.util.apply_text_edits({ item.textEdit }, 0, "utf-16") end
  check("completed", vim.api.nvim_get_current_line() == "😀 给 [[Sarah]]", vim.api.nvim_get_current_line())
  vim.cmd("stopinsert")

  -- Problems of the unsaved text.
  vim.api.nvim_buf_set_lines(0, 1, -1, false, { "[[Nobody here]]" })
  vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end)
  local problems = vim.diagnostic.get(0)
  check("diagnostics", #problems == 1 and problems[1].code == "dead-link" and problems[1].lnum == 1, problems)
  vim.api.nvim_buf_set_lines(0, 1, -1, false, {})
  vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end)
  check("diagnostics withdrawn", #vim.diagnostic.get(0) == 0, vim.diagnostic.get(0))
  vim.cmd("write")

  -- Definition.
  vim.api.nvim_win_set_cursor(0, { 1, #"😀 给 [[S" })
  local place = request("textDocument/definition", vim.lsp.util.make_position_params())
  check("definition", place and place[1] and place[1].uri:match("people/sarah%.md$") ~= nil, place)

  -- A rename of a capture that is not open: Cairn changes the files, the editor its own text.
  vim.lsp.buf.rename("Sara Lind")
  vim.wait(5000, function() return vim.api.nvim_get_current_line() == "😀 给 [[Sara Lind]]" end)
  check("rename in the buffer", vim.api.nvim_get_current_line() == "😀 给 [[Sara Lind]]", vim.api.nvim_get_current_line())
  check("rename on the disk", (read("list.md") or ""):match("%[%[Sara Lind%]%]") ~= nil, read("list.md"))
  vim.cmd("write")

  -- A rename of a capture that is open: the editor moves the file, and Cairn follows.
  vim.cmd("edit " .. notes .. "/2026-11-21-pay-k7x2.md")
  vim.wait(300)
  vim.api.nvim_win_set_cursor(0, { 3, 10 })
  vim.lsp.buf.rename("Pay both invoices")
  local moved = "2026-11-21-pay-both-invoices-k7x2.md"
  vim.wait(5000, function() return read(moved) ~= nil and (read("list.md") or ""):match("Pay both") ~= nil end)
  check("file moved", read(moved) ~= nil and read("2026-11-21-pay-k7x2.md") == nil, vim.fn.readdir(notes))
  check("still one client", #vim.lsp.get_active_clients() == 1, #vim.lsp.get_active_clients())
  check("window follows", vim.fn.bufname():match("pay%-both%-invoices") ~= nil, vim.fn.bufname())
  check("links follow", (read("list.md") or ""):match("%[%[Pay both invoices%]%]") ~= nil, read("list.md"))
  vim.fn.system({ cairn, "-N", notes, "undo", "--yes" })
  check("undone", (read("list.md") or ""):match("%[%[Pay%]%]") ~= nil and read("2026-11-21-pay-k7x2.md") ~= nil, read("list.md"))
end)
if not ok then check("script", false, problem) end
finish()
